export const accounts = {
  "accounts.off":
    "Linking GitHub accounts is not set up on this deployment. Whoever runs it finds what is missing at /health.",
  "accounts.login_again":
    "GitHub no longer accepts the access you gave: it has expired or was revoked. /gh login renews it.",
  "accounts.misconfigured":
    "GitHub refuses this deployment’s own credentials. Whoever runs it must check the client id, the client secret and the callback URL.",
  "accounts.code_refused":
    "GitHub did not accept this sign-in any more. Start again with /gh login.",
  "accounts.unverified_email":
    "GitHub wants you to verify your e-mail address first. Do that in GitHub’s settings, then /gh login.",
  "accounts.oauth_refused": "GitHub refused the sign-in. Start again with /gh login.",
  "accounts.login_limited":
    "GitHub gets too many sign-ins just now and turned this one away; nothing was linked. Wait {minutes, plural, one {# minute} other {# minutes}}, then start again with /gh login.",
  "accounts.login_unavailable":
    "GitHub cannot be reached or has trouble (see githubstatus.com), so nothing was linked. Start again in a few minutes with /gh login.",
  "accounts.login_timeout":
    "GitHub did not answer in time, so nothing was linked. Start again with /gh login.",
  "accounts.login_unexpected":
    "GitHub answered the sign-in in a way that I do not understand, so nothing was linked. Start again with /gh login; if that does not help, tell whoever runs this bot.",
  "accounts.denied":
    "You said no at GitHub, so nothing was linked. If you change your mind: /gh login",
  "accounts.nothing_pending":
    "No sign-in of yours is waiting to be finished. /gh login starts a new one.",
  "accounts.code_expired":
    "This sign-in has expired: it must be finished within 10 minutes. /gh login starts a new one.",
  "accounts.code_wrong":
    "That is not the code your browser shows. {left, plural, one {# try is} other {# tries are}} left. Look at the page again, or start anew with /gh login.",
  "accounts.void_opener":
    "This sign-in was begun by another chat account, so it is void now and nothing was linked. If somebody sent you their link, they may have meant to act as you. /gh login starts one of your own.",
  "accounts.void_tries":
    "The code was wrong too often, so this sign-in is void and nothing was linked. /gh login starts a new one.",
  "accounts.not_revoked":
    "@{login} is unlinked here, but GitHub could not be told. Revoke the access at https://github.com/settings/applications, too.",
  "accounts.not_yours": "You may only revoke your own access.",
  "accounts.nothing_to_revoke": "There is no access to revoke for this account.",

  "github.forbidden":
    "GitHub says you may not do this here. Ask an owner of the repository for the right to.",
  "github.app_permission_missing":
    "The GitHub App may not do this in this repository: it is not installed there, or was not given the permission. An owner can install it or accept its permissions in the repository’s or organization’s settings.",
  "github.app_not_approved":
    "The organization has not approved this app. An owner can approve it under “Third-party access” in the organization’s settings.",
  "github.saml":
    "The organization asks for single sign-on. Authorize your access at {ssoUrl} and try again.",
  "github.ip_not_allowed":
    "The organization allows access only from certain addresses, and this bot is not among them. Do this on GitHub, or ask an owner.",
  "github.rate_limited":
    "You have used up your requests to GitHub for now. Try again in {minutes, plural, one {# minute} other {# minutes}}.",
  "github.secondary_limit":
    "GitHub asks you to slow down. Try again in {minutes, plural, one {# minute} other {# minutes}}.",
  "github.archived":
    "The repository is archived, so nothing in it can change. An owner can unarchive it in its settings.",
  "github.locked":
    "The conversation is locked. Ask somebody with write access to unlock it, or to comment for you.",
  "github.not_found":
    "GitHub knows nothing by this name, or does not show it to you. Check the link, and that your account and the app have access to the repository.",
  "github.not_allowed":
    "GitHub does not allow this now ({reason}). Look at it on GitHub, then try again.",
  "github.conflict": "Something changed on GitHub meanwhile. Look at it again, then repeat.",
  "github.gone":
    "This is gone: it was deleted, or issues are switched off in this repository. Check on GitHub; an owner can switch issues on in the settings.",
  "github.invalid": "GitHub does not accept this ({reason}). Change it and try again.",
  "github.invalid_missing":
    "Something this refers to does not exist on GitHub ({reason}). Check the names and try again.",
  "github.invalid_missing_field":
    "Something GitHub needs is missing ({reason}). Add it and try again.",
  "github.invalid_already_exists": "This exists already ({reason}). Look at it on GitHub.",
  "github.invalid_unprocessable":
    "GitHub cannot take this as it is ({reason}). Change it and try again.",
  "github.moved": "The repository has moved. Open its page on GitHub and use the new name.",
  "github.unavailable":
    "GitHub cannot be reached or has trouble (see githubstatus.com). Check on GitHub whether it happened before you try again.",
  "github.timeout":
    "GitHub did not answer in time. It may have happened all the same: check on GitHub before you try again.",
  "github.unexpected": "GitHub answered something unexpected. Try again, or do it on GitHub.",
  "github.spam": "GitHub took this for spam. Do it on GitHub, or change the text.",
  "github.done_already": "This was already done.",
  "github.ignored":
    "GitHub accepted the request but did not change anything: you probably lack the right to. Check on GitHub.",
  "github.reason_ignored":
    "It was closed already, for another reason, which GitHub keeps. To change it, reopen it first: /gh issue reopen.",
  "github.text_missing": "Write something first: the text is empty.",
  "github.title_missing": "An issue needs a title: give it one.",
  "github.text_too_long":
    "The text is too long for GitHub. Shorten it to {max, number} characters at most.",
  "github.append_too_long":
    "With this the comment would be longer than GitHub allows ({max, number} characters): there is room for {left, plural, =0 {nothing more} one {# character} other {# characters}}. Write a new comment instead: /gh comment add.",
  "github.no_such_reaction":
    "GitHub has eight reactions, choose one of them: 👍 👎 😄 😕 ❤️ 🎉 🚀 👀.",
  "github.not_a_pull":
    "This is an issue, and this works on pull requests only. /gh help shows what works on issues.",
  "github.own_pull_request":
    "This is your own pull request: somebody else must approve it or ask for changes. You can still comment.",
  "github.cannot_reopen":
    "This pull request cannot be reopened: its branch is gone, or it was merged. Open a new one.",
  "github.merge_needs_push":
    "Merging takes write access to the repository. Ask somebody who has it.",
  "github.not_mergeable": "GitHub says this cannot be merged now ({reason}). Look at it on GitHub.",
  "github.method_not_allowed":
    "This repository does not allow “{method}”. Choose another way to merge.",
  "github.merged_already": "This pull request is merged already.",
  "github.pull_closed": "This pull request is closed. Reopen it first: /gh pr reopen.",
  "github.draft":
    "This pull request is still a draft. Mark it as ready for review on GitHub first.",
  "github.merge_conflicts": "The branch has conflicts. Resolve them first, then merge.",
  "github.merge_blocked":
    "The branch’s rules block the merge: reviews or checks are still missing. Get them first, then merge.",
  "github.merge_behind":
    "The branch is behind the one it goes into, whose rules ask for it to be up to date. Update it on GitHub first, then merge.",
  "github.head_moved":
    "New commits arrived since you saw this pull request. Look at them before you merge.",

  "auth.title": "Link GitHub",
  "auth.start.heading": "Link your GitHub account",
  "auth.start.discord":
    "Your GitHub account will be linked to the Discord account {name}, which then acts on GitHub as you.",
  "auth.start.telegram":
    "Your GitHub account will be linked to the Telegram account {name}, which then acts on GitHub as you.",
  "auth.start.warning":
    "Is that not you? Then somebody sent you their link: close this page, and nothing happens.",
  "auth.start.button": "Continue to GitHub",
  "auth.sign_in.heading": "Sign in",
  "auth.sign_in.text": "Sign in with your GitHub account to manage groups and routes.",
  "auth.last_step": "One step left",
  "auth.signed_in": "You are signed in at GitHub as {login}. Nothing is linked yet.",
  "auth.discord.code": "Go back to Discord and enter this code within 10 minutes:",
  "auth.discord.how": "/gh login code:{code}",
  "auth.telegram.open": "Open Telegram and finish",
  "auth.telegram.how": "Or send the bot this message:",
  "auth.warning":
    "Give this to nobody, whatever they say: with it, {name} can act on GitHub as you. Is {name} not you? Then close this page.",
  "auth.problem": "This did not work",
  "auth.expired":
    "This link has expired, or was not copied whole: each works for 10 minutes. Go back to the chat and use /gh login for a new one.",
  "auth.used":
    "This link was used before: each works once. If the login is not finished yet, go back to the chat and use /gh login for a new link.",
  "auth.denied":
    "You did not authorize the app at GitHub, so nothing was linked. If you change your mind, use /gh login in the chat.",
  "auth.other_browser":
    "This sign-in was begun in another browser, so nothing was linked. Use /gh login in the chat for a new link, and stay in one browser. Cookies must be allowed.",
  "auth.too_fast": "That was quick. Please wait a minute and try again.",
  "auth.failed":
    "Something went wrong on our side; nothing was linked. Please try again with /gh login.",
  "auth.installed.heading": "The GitHub App is installed",
  "auth.installed.text":
    "GitHub now sends events of the repositories you chose. In the chat that shall show them, use /gh setup; to act on GitHub from a chat, use /gh login.",
  "auth.installed.requested":
    "Your request to install the GitHub App was sent. Once an owner of the organization approves it, use /gh setup in the chat.",
  "auth.close": "You can close this page.",
} as const;
