export const setup = {
  "setup.description": "Bring notifications into this chat",
  "setup.arg.chat": "The chat",
  "setup.arg.group": "The group",
  "setup.arg.source": "owner/repo, owner for all its repositories, or * for everything",
  "setup.arg.filter": "What to hear, such as events:pulls,issues label:bug -actor:*[bot]",
  "setup.arg.lang": "The language of the messages",
  "setup.arg.emoji": "Emoji in the messages",
  "setup.arg.style":
    "card: one message per pull request or issue, kept up to date; plain: one per event",
  "setup.arg.log": "here: what did not arrive is reported in this chat; off: it is not reported",
  "setup.arg.login": "A GitHub login",
  "setup.arg.role": "owner, admin, viewer, or none to remove",
  "setup.arg.link": "A link to the message here, or to GitHub",

  "setup.off":
    "This bot has no database or no address yet, so chats cannot be set up. Whoever runs it sees at /health what is missing.",
  "setup.link_first": "For this, your GitHub account must be linked: /gh login.",
  "setup.group_unknown": "There is no such group, or you do not belong to it.",
  "setup.needs_admin": "Only admins and owners of the group can do this. Ask one of them.",
  "setup.needs_owner": "Only owners of the group can do this. Ask one of them.",
  "setup.needs_super": "Only the people who run this bot can do this.",
  "setup.needs_viewer": "Only members of the group can do this.",
  "setup.no_signup":
    "Here, only the people who run this bot make new groups. Ask them to make one and to invite you; then say /gh setup again.",
  "setup.no_signup_ask":
    "Here, only the people who run this bot make new groups. Ask {who} to set this chat up or to invite you; then say /gh setup again.",
  "setup.too_many_groups":
    "You own {max, number} groups already. Connect this chat to one of them, or delete one first.",
  "setup.too_many_routes":
    "The group has {max, number} rules already. Remove some first: /gh unsubscribe.",
  "setup.group_invalid": "The group cannot be saved like this.",
  "setup.route_invalid": "The rule cannot be saved like this.",
  "setup.route_unknown": "There is no rule “{id}” in the group.",
  "setup.conflict": "Somebody else changed this at the same moment. Look at it, then try again.",
  "setup.target_not_connected":
    "That chat is not connected to the group. Somebody who administers it can say /gh setup there.",
  "setup.invite_gone": "This invitation was used, revoked or has expired. Ask for a new one.",
  "setup.last_owner": "A group needs an owner. Make somebody else an owner first.",
  "setup.member_unknown": "That person is not in the group.",
  "setup.chat_admins_only": "Only who administers the chat can connect it.",
  "setup.chat_taken":
    "This chat is connected to a group already. /gh setup shows it, and can end that.",
  "setup.chat_unreadable": "I do not know that chat. Start again with /gh setup.",
  "setup.not_connected": "This chat is not set up yet. Say /gh setup here.",

  "setup.not_admin_discord":
    "To set this channel up you need the permission “Manage Server”. Ask somebody who has it to say /gh setup.",
  "setup.not_admin_telegram":
    "Only an administrator of the chat can set it up, and I must be able to see who is one: add me, as an administrator where members are hidden. Ask an administrator to say /gh setup.",
  "setup.discord_private":
    "Say /gh setup in the channel or thread that is to get the notifications.",
  "setup.choose":
    "Which chat is to get the notifications? Press a button below and choose it. A group must have me in it already; a channel adds me as an administrator who may post.",
  "setup.choose_group": "Choose a group",
  "setup.choose_channel": "Choose a channel",
  "setup.anonymous":
    "You write as the chat itself. Say /gh setup to me in private and choose this chat there.",
  "setup.in_private": "The next step has a secret in it, so let us go on in private.",
  "setup.continue": "Linked? Go on",
  "setup.this_chat": "This chat",
  "setup.offer":
    "“{chat}” is not connected yet. A group holds the rules and the webhook of one or more chats: which one is it to be?",
  "setup.more_groups":
    "{count, plural, one {One more group does} other {# more groups do}} not fit here. Those that you belong to come first: in a chat of the group, /gh members adds you.",
  "setup.new_group": "New group for this chat",
  "setup.join_group": "Connect to “{name}”",
  "setup.connected": "“{chat}” is connected to the group “{name}”.",
  "setup.connected_elsewhere":
    "This chat is connected to a group that you do not manage. Its admins can change what comes here; as an administrator of this chat you can disconnect it.",
  "setup.endpoint":
    "Webhook URL: {url}\nSecret: {secret}\nThe secret is shown this once. Copy it now; do not pass it on.",
  "setup.endpoint_known":
    "Webhook URL: {url}\nIts secret was shown when it was made. Lost it? “New secret” makes another one.",
  "setup.steps_github":
    "Next: press “Create the webhook for me”. Or do it by hand on GitHub: the repository’s Settings → Webhooks → Add webhook; paste URL and secret, choose application/json and “Send me everything”.",
  "setup.then_subscribe": "Then, in the chat: /gh subscribe owner/repo",
  "setup.then_subscribe_here":
    "Then press “{button}” below. In a group, /gh subscribe owner/repo does the same.",
  "setup.then_members_here": "Who else may manage it: “{button}”, then “{next}”.",
  "setup.next_subscribe": "Next, in the chat: /gh subscribe {repo}",
  "setup.next_private":
    "Next: “{button}” in the setup above. In a group, /gh subscribe {repo} does the same.",
  "setup.then_members": "Who else may manage it: /gh members",
  "setup.remote.subscribe": "Subscribe",
  "setup.remote.unsubscribe": "Unsubscribe",
  "setup.remote.members": "Managers",
  "setup.remote.invite": "Invite",
  "setup.remote.member": "A GitHub login and owner, admin, viewer or none: octocat admin",
  "setup.remote.settings": "Settings",
  "setup.remote.list": "What it hears",
  "setup.remote.test": "Send samples",
  "setup.remote.what": "owner/repo, and what to hear of it if you like",
  "setup.remote.which": "owner/repo or owner",
  "setup.steps_gitea":
    "Gitea and Forgejo: the repository’s Settings → Webhooks → Add webhook → Gitea (or Forgejo); paste the URL as target URL and the secret, method POST, type application/json, choose “All events”.",
  "setup.steps_custom":
    "Anything else: POST a JSON body such as '{'\"title\": \"Hello\"'}' to the URL, with the header X-WebHooker-Signature: sha256=… (hex HMAC-SHA256 of the body, made with the secret). To hear them: /gh subscribe * events:custom",
  "setup.button_hook": "Create the webhook for me",
  "setup.button_check": "Has anything arrived?",
  "setup.button_how": "Other ways",
  "setup.button_rotate": "New secret",
  "setup.button_leave": "Disconnect",
  "setup.button_app": "Use the GitHub App",
  "setup.app_none":
    "The GitHub App is on no account that you own. Install it on GitHub, on yourself or on an organization whose owner you are, then press again.",
  "setup.app_choose":
    "Whose events may enter this group? These are the installations on accounts that you own.",
  "setup.app_more":
    "There are more than I can list. For another account, open the App’s installation on it on GitHub and save it: GitHub then leads to a page that asks for the group.",
  "setup.app_bound": "Events of {owners} now enter this group, without webhooks.",
  "setup.button_hooks_page": "Webhooks on GitHub",
  "setup.button_subscribe": "Subscribe this chat",
  "setup.hook_title": "Create a webhook",
  "setup.hook_repo": "Repository (owner/repo)",
  "setup.hook_made": "The webhook on {repo} is made, and GitHub sends a ping to try it.",
  "setup.hook_admins_only":
    "To make a webhook on {repo} you must administer it. Ask somebody who does, or give them the URL and the secret.",
  "setup.hook_exists":
    "{repo} has this webhook already. What is left is to subscribe the chat to it.",
  "setup.hook_refused":
    "GitHub does not let this app make webhooks on {repo}. Make it by hand: the repository’s Settings → Webhooks → Add webhook.",
  "setup.hook_app_barred":
    "The GitHub App may not make webhooks on {repo}: it is not installed there, or lacks the permission “Webhooks”. Who owns {repo} can install it or accept the permission; or make the webhook by hand: the repository’s Settings → Webhooks → Add webhook.",
  "setup.hook_scope":
    "Your link to GitHub does not include webhooks. /gh logout and then /gh login asks for them anew; or make the webhook by hand: the repository’s Settings → Webhooks → Add webhook.",
  "setup.hook_invalid":
    "GitHub does not accept the webhook on {repo}: {reason}. It must be able to reach {url} from the internet.",
  "setup.arrived":
    "It works. The last event was {event} of {repo}, {at, date, medium}, {at, time, short} UTC.",
  "setup.not_arrived":
    "Nothing has arrived yet. On GitHub, the webhook’s “Recent Deliveries” shows what came back: 401 means that the secret is not the same.",
  "setup.button_close": "Remove the secret",
  "setup.close_question":
    "Remove the secret? Then the webhook URL believes nobody any more: what is sent there is refused.",
  "setup.closed":
    "The secret is removed; within a minute the webhook URL believes nobody any more. /gh setup makes a new one.",
  "setup.rotate_question": "Make a new secret? The present one works for another 24 hours.",
  "setup.rotated": "Enter it wherever the old one is, within 24 hours.",
  "setup.leave_question":
    "Disconnect this chat? It hears nothing more. Its rules are kept, switched off.",
  "setup.left": "Disconnected. /gh setup connects it again.",

  "setup.source_missing": "Which repository? Write owner/repo, or owner for all its repositories.",
  "setup.source_unreadable":
    "I cannot read “{text}” as a repository or an owner. Write owner/repo, or owner.",
  "setup.line_help": "For example: events:pulls,issues label:bug -actor:*[bot]",
  "setup.subscribe.description": "Hear a repository here, or all of an owner",
  "setup.subscribe.done": "This chat now hears {name}:",
  "setup.subscribe.changed": "Changed. This chat now hears {name}:",
  "setup.subscribe.private_left_out":
    "Private repositories are left out. For all of them, somebody who owns the account on GitHub says it; one that you can read, you can name: /gh subscribe owner/repo",
  "setup.subscribe.no_source":
    "No event of it has reached this group yet: it needs a webhook. /gh setup shows how, for somebody who administers the repository.",
  "setup.subscribe.may_make_hook":
    "No event of it has reached this group yet: it needs a webhook. You administer it, so one press makes it.",
  "setup.subscribe.make_hook": "Create the webhook on {name}",
  "setup.unsubscribe.description": "Stop hearing a repository or an owner here",
  "setup.unsubscribe.done": "This chat no longer hears {name}.",
  "setup.not_subscribed": "This chat does not hear {name}. /gh list shows what it hears.",
  "setup.nothing_heard": "This chat hears nothing yet: /gh subscribe owner/repo.",
  "setup.list.description": "What this chat hears",
  "setup.list.intro": "This chat hears:",
  "setup.list.nothing": "This chat hears nothing yet. Next: /gh subscribe owner/repo",
  "setup.list.other": "The rule “{name}”, made by the people who run this bot",
  "setup.list.paused": "(switched off; say it again to switch it on)",
  "setup.list.more": "… and {count, plural, one {# more} other {# more}}",
  "setup.settings.description": "Language, emoji and style of the messages here",
  "setup.settings.shown":
    "Language: {lang} · Emoji: {emoji} (both for all chats of the group “{name}”) · Style: {style}\nProblems are reported {reports}.\nTo change them: /gh settings lang:en emoji:off style:plain log:here",
  "setup.settings.log_here": "here",
  "setup.settings.log_elsewhere": "in another chat of the group",
  "setup.settings.log_none":
    "in the chat that was connected first; messages that did not arrive only with log:here",
  "setup.settings.unreadable":
    "I cannot read “{word}”. Write settings such as: lang:en emoji:off style:plain log:here",
  "setup.members.description": "Who manages what this chat hears",
  "setup.members.intro": "In the group “{name}”:",
  "setup.members.how":
    "An owner changes it, by GitHub login: /gh members octocat role:admin. role:none removes somebody. /gh invite makes an invitation to pass on.",
  "setup.members.set":
    "{login} is now {role} of the group “{name}”. They link their account with /gh login.",
  "setup.members.removed": "{login} no longer belongs to the group “{name}”.",
  "setup.invite.description": "Invite somebody to manage what this chat hears",
  "setup.arg.invited_role": "What they may do: owner, admin or viewer",
  "setup.arg.code": "The code of the invitation",
  "setup.invite.made":
    "An invitation into the group “{name}”, as {role}. It works once, until {until, date, medium}. Pass it on to one person: whoever uses it first joins.",
  "setup.invite.link": "On Telegram: {url}",
  "setup.invite.code": "Anywhere I am: /gh join code:{code}",
  "setup.invite.open": "Invited: {role}, until {until, date, medium}",
  "setup.invite.revoke": "Revoke invitation",
  "setup.invite.revoked": "The invitation is revoked. Nobody can use it any more.",
  "setup.join.description": "Accept an invitation",
  "setup.join.done":
    "You are now {role} of the group “{name}”. In its chats: /gh list shows what they hear, /gh members who manages it.",
  "setup.test.description": "Send samples to this chat",
  "setup.test.done": "Samples are sent. Real messages look like them.",
  "setup.sample_failed":
    "The samples did not get through. Check that I may write in this chat, then try again in a minute.",
  "setup.sample.footer": "a sample",
  "setup.sample.pull": "opened pull request #7",
  "setup.sample.pull_title": "Say hello in every language",
  "setup.sample.issue": "opened issue #8",
  "setup.sample.issue_title": "Hello is missing a comma",
  "setup.sample.push": "pushed 1 commit to main",
  "setup.sample.run": "CI failed on main",
  "setup.sample.release": "published release v1.0.0",
  "setup.why.description": "Why this chat got an event, or did not",
  "setup.why.nothing":
    "I know of no such event in the last days. If it should have come: /gh setup, “Has anything arrived?” tells whether the webhook works.",
  "setup.why.unreadable":
    "I cannot read “{text}”. Give the link of a message in this chat, or of something on GitHub.",
  "setup.why.event": "{event} · {repo} · @{actor} · {at, date, medium}, {at, time, short} UTC",
  "setup.why.shown": "Shown here, because of {rule}",
  "setup.why.quiet": "No message of its own here, though wanted by {rule}: {reason}",
  "setup.why.failed":
    "It was meant for this chat, but could not be shown: {reason}. Wanted by {rule}",
  "setup.why.refused": "{rule}: {reason}",
  "setup.why.unwanted": "Not shown here:",
  "setup.why.no_rules": "Not shown here: this chat hears nothing.",
  "setup.why.no_rules_then": "nothing was subscribed to at that time",
  "setup.why.rule": "the rule “{name}”, made by the people who run this bot",
  "setup.why.rule_gone": "a rule that is gone by now",
  "setup.why.switched_off": "switched off",
  "setup.why.stopped": "a rule before it ends the list",
  "setup.why.fallback": "it is for what nothing else wants, and another rule wanted this",
  "setup.why.excluded": "it excludes this",
  "setup.why.alternatives": "none of its alternatives fits",
  "setup.why.owner": "the group does not hear this owner",
  "setup.why.filter": "{filter} does not fit",
  "setup.why.one_of": "one of these does not fit: {filters}",
  "setup.why.changed": "it was made or changed afterwards",
  "setup.why.too_large": "it is too large to be read",
  "setup.why.on_card": "its news is on the card of its pull request",
  "setup.why.no_card": "its subject has no message here",
  "setup.why.by_run": "the card of its workflow run shows it",
  "setup.why.by_queue": "the events of the merge queue tell it",
  "setup.why.by_alert": "the alert tells it",
  "setup.why.along": "another event that comes along tells it",
  "setup.why.draft": "a draft is private until it is published",
  "setup.why.unchanged": "the text is as it was",
  "setup.why.no_news": "nothing changed that is worth a message",
  "setup.why.ill_target":
    "earlier messages could not be sent here, so nothing is tried until that is mended",

  "setup.chat_removed":
    "I was removed from “{chat}”, so it is disconnected and its rules are switched off. Add me again and say /gh setup there.",
  "setup.chat_unreachable":
    "I can no longer write in “{chat}”, so it is disconnected and its rules are switched off. Let me in again and say /gh setup there.",
  "setup.repo_privatized":
    "{repo} became private, so this chat no longer hears it. Somebody who can read it may say: /gh subscribe {repo}",
  "setup.repo_deleted": "{repo} was deleted; its subscription here is switched off.",
  "setup.repo_gone": "{repo} was deleted: nothing more comes of it.",
  "setup.repo_transferred":
    "{from} is now {repo}. Events of {owner} do not enter this group, so nothing more of it comes. Who owns {owner} can let them in: /gh setup.",
  "setup.repo_left":
    "{from} is now {repo}. This chat hears all of {former}, so nothing more of it comes here. To hear it all the same: /gh subscribe {repo}",
  "setup.repo_archived":
    "{repo} was archived: it is read-only, and nothing new comes of it. This chat stays subscribed.",
  "setup.repo_unarchived": "{repo} is no longer archived. This chat hears it again.",
  "setup.installation_unknown":
    "GitHub does not show you this installation. Log in with the account that installed the app.",
  "setup.installation_owners_only":
    "Only owners of {owner} can let its events into a group. Ask one of them to open this page.",
  "setup.installation_deleted":
    "The GitHub App was removed from {owner}: its events no longer come to this group.",
  "setup.installation_suspended":
    "The GitHub App is suspended on {owner}: nothing comes until somebody resumes it on GitHub.",
  "setup.installation_resumed": "The GitHub App works again on {owner}.",
  "setup.installation_renamed": "{from} is now called {owner} on GitHub. The group follows.",
  "setup.installation_removed": "The GitHub App no longer has access to: {repos}.",
  "setup.install.sign_in":
    "The GitHub App is installed. Sign in with the GitHub account that owns it there, to choose who hears its events.",
  "setup.install.where": "The GitHub App is on {owner}.",
  "setup.install.choose": "Which group is to hear the events of {owner}?",
  "setup.install.bound_already": "Heard already by: {names}",
  "setup.install.new_group": "New group for {owner}",
  "setup.install.more":
    "Not all groups fit here. For another one: /gh setup in one of its chats, “Other ways”, “Use the GitHub App”.",
  "setup.install.no_group":
    "You own no group that could hear it, and only the people who run this bot make new ones. Ask them, or an owner of a group; then open this page again from the App’s settings on GitHub.",
  "setup.install.done_heading": "Connected",
  "setup.install.done": "Events of {owners} now enter the group “{name}”.",
  "setup.install.next":
    "Next, in the chat that is to show them: /gh setup connects it to the group, /gh subscribe owner/repo chooses what it hears.",
  "setup.install.cross": "This form was sent from another site, so nothing was changed.",
  "setup.install.unreadable":
    "This form cannot be read, so nothing was changed. Open the page again from the App’s settings on GitHub.",
} as const;
