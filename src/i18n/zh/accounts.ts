import type { accounts as english } from "../en/accounts.ts";

export const accounts: Readonly<Record<keyof typeof english, string>> = {
  "accounts.off": "此部署未启用 GitHub 账号绑定，运维者可在 /health 查看缺少哪项设置。",
  "accounts.login_again": "GitHub 授权已过期或被撤销，请用 /gh login 重新登录。",
  "accounts.misconfigured":
    "GitHub 拒绝了此部署的凭据。请运维者检查 Client ID、Client Secret 和回调地址。",
  "accounts.code_refused": "GitHub 不再接受这次登录，请用 /gh login 重新开始。",
  "accounts.unverified_email": "请先在 GitHub 设置中验证邮箱，再用 /gh login 登录。",
  "accounts.oauth_refused": "GitHub 拒绝了登录，请用 /gh login 重新开始。",
  "accounts.login_limited":
    "GitHub 目前登录请求过多，拒绝了这次登录，未绑定任何账号。请 {minutes} 分钟后用 /gh login 重新开始。",
  "accounts.login_unavailable":
    "GitHub 无法访问或出现故障（见 githubstatus.com），未绑定任何账号。请过几分钟用 /gh login 重新开始。",
  "accounts.login_timeout": "GitHub 没有及时响应，未绑定任何账号。请用 /gh login 重新开始。",
  "accounts.login_unexpected":
    "GitHub 的登录响应无法识别，未绑定任何账号。请用 /gh login 重新开始；若仍不行，请联系运维者。",
  "accounts.denied": "你没有在 GitHub 授权，未绑定任何账号。如果改变主意，请用 /gh login。",
  "accounts.nothing_pending": "没有等待完成的登录。请用 /gh login 重新开始。",
  "accounts.code_expired": "这次登录已过期：须在 10 分钟内完成。请用 /gh login 重新开始。",
  "accounts.code_wrong":
    "验证码与浏览器显示的不一致，还可以试 {left} 次。请再看一下页面，或用 /gh login 重新开始。",
  "accounts.void_opener":
    "这次登录由另一个聊天账号发起，现已作废，未绑定任何账号。如果是别人发给你的链接，对方可能想冒用你的身份。请用 /gh login 开始自己的登录。",
  "accounts.void_tries":
    "验证码错误次数过多，这次登录已作废，未绑定任何账号。请用 /gh login 重新开始。",
  "accounts.not_revoked":
    "@{login} 已在此解绑，但未能通知 GitHub。请到 https://github.com/settings/applications 一并撤销授权。",
  "accounts.not_yours": "只能撤销自己的授权。",
  "accounts.nothing_to_revoke": "该账号没有可撤销的授权。",

  "github.forbidden": "GitHub 表示你没有权限这样做，请向仓库所有者申请。",
  "github.app_permission_missing":
    "GitHub App 无权在此仓库这样做：未安装，或缺少权限。所有者可在仓库或组织设置中安装它或批准其权限。",
  "github.app_not_approved":
    "组织尚未批准此应用。所有者可在组织设置的 “Third-party access” 中批准。",
  "github.saml": "组织要求单点登录。请在 {ssoUrl} 授权后重试。",
  "github.ip_not_allowed":
    "组织限制了访问 IP，此机器人不在名单内。请直接在 GitHub 操作或联系所有者。",
  "github.rate_limited": "你的 GitHub 请求额度已用完，请 {minutes} 分钟后重试。",
  "github.secondary_limit": "GitHub 要求放慢速度，请 {minutes} 分钟后重试。",
  "github.archived": "仓库已归档，只读。所有者可在仓库设置中取消归档。",
  "github.locked": "讨论已锁定。请拥有写权限的人解锁，或代为评论。",
  "github.not_found":
    "GitHub 上找不到它，或你无权查看。请检查链接，以及你的账号和应用能否访问该仓库。",
  "github.not_allowed": "GitHub 目前不允许这样做（{reason}）。请到 GitHub 查看后重试。",
  "github.conflict": "GitHub 上的内容刚刚有变动，请查看后重试。",
  "github.gone":
    "内容已不存在：已删除，或仓库关闭了议题。请到 GitHub 确认；所有者可在仓库设置中启用议题。",
  "github.invalid": "GitHub 不接受（{reason}）。请修改后重试。",
  "github.invalid_missing": "引用的内容在 GitHub 上不存在（{reason}）。请检查名称后重试。",
  "github.invalid_missing_field": "缺少 GitHub 需要的内容（{reason}）。请补充后重试。",
  "github.invalid_already_exists": "已经存在（{reason}）。请到 GitHub 查看。",
  "github.invalid_unprocessable": "GitHub 无法处理（{reason}）。请修改后重试。",
  "github.moved": "仓库已迁移，请打开它的 GitHub 页面，使用新名称。",
  "github.unavailable":
    "GitHub 无法访问或出现故障（见 githubstatus.com）。重试前请先到 GitHub 确认是否已经生效。",
  "github.timeout": "GitHub 没有及时响应，操作可能已生效，重试前请先到 GitHub 确认。",
  "github.unexpected": "GitHub 的响应无法识别，请重试或直接在 GitHub 操作。",
  "github.spam": "GitHub 将其判定为垃圾内容，请修改文字或直接在 GitHub 操作。",
  "github.done_already": "已经做过了。",
  "github.ignored": "GitHub 接受了请求但没有任何改变，你可能没有权限，请到 GitHub 确认。",
  "github.reason_ignored":
    "它此前已因其他原因关闭，GitHub 会保留该原因。如需更改，请先重新打开：/gh issue reopen。",
  "github.text_missing": "内容为空，请先写点什么。",
  "github.title_missing": "议题需要标题，请补上。",
  "github.text_too_long": "内容超出 GitHub 的上限，请缩短到 {max, number} 个字符以内。",
  "github.append_too_long":
    "追加后会超出 GitHub 的上限（{max, number} 个字符），还能写 {left, number} 个字符。请改为新建评论：/gh comment add。",
  "github.no_such_reaction": "请从 GitHub 的八种表情中选一个：👍 👎 😄 😕 ❤️ 🎉 🚀 👀。",
  "github.not_a_pull": "这是议题，此操作只适用于 PR。议题可用的命令见 /gh help。",
  "github.own_pull_request": "这是你自己的 PR，需由他人批准或要求修改；你仍可评论。",
  "github.cannot_reopen": "无法重新打开此 PR：分支已删除或已合并，请新建一个。",
  "github.merge_needs_push": "合并需要仓库写权限，请联系有权限的人。",
  "github.not_mergeable": "GitHub 表示目前无法合并（{reason}）。请到 GitHub 查看。",
  "github.method_not_allowed": "此仓库不允许 “{method}” 方式，请换一种合并方式。",
  "github.merged_already": "此 PR 已合并。",
  "github.pull_closed": "此 PR 已关闭，请先重新打开：/gh pr reopen",
  "github.draft": "此 PR 仍是草稿，请先在 GitHub 标记为可评审。",
  "github.merge_conflicts": "分支有冲突，请先解决再合并。",
  "github.merge_blocked": "分支规则阻止合并：评审或检查尚未完成。请完成后再合并。",
  "github.merge_behind":
    "该分支落后于目标分支，分支规则要求先更新。请先在 GitHub 上更新分支，再合并。",
  "github.head_moved": "你查看之后又有新提交，请先查看再合并。",

  "auth.title": "绑定 GitHub",
  "auth.start.heading": "绑定 GitHub 账号",
  "auth.start.discord": "你的 GitHub 账号将绑定到 Discord 账号 {name}，它将以你的身份操作 GitHub。",
  "auth.start.telegram":
    "你的 GitHub 账号将绑定到 Telegram 账号 {name}，它将以你的身份操作 GitHub。",
  "auth.start.warning": "不是你的账号？说明有人把他的链接发给了你：关闭此页即可，不会发生任何事。",
  "auth.start.button": "前往 GitHub",
  "auth.sign_in.heading": "登录",
  "auth.sign_in.text": "使用 GitHub 账号登录，管理群组和路由。",
  "auth.last_step": "还差一步",
  "auth.signed_in": "你已在 GitHub 以 {login} 登录，但尚未绑定。",
  "auth.discord.code": "请在 10 分钟内回到 Discord 输入验证码：",
  "auth.discord.how": "/gh login code:{code}",
  "auth.telegram.open": "打开 Telegram 完成绑定",
  "auth.telegram.how": "或向机器人发送：",
  "auth.warning":
    "无论对方怎么说，都不要告诉任何人：{name} 用它就能以你的身份操作 GitHub。{name} 不是你？请关闭此页面。",
  "auth.problem": "未能完成",
  "auth.expired":
    "链接已过期，或复制不完整：每个链接 10 分钟内有效。请回到聊天用 /gh login 获取新链接。",
  "auth.used":
    "链接已使用过：每个链接只能用一次。如果登录尚未完成，请回到聊天用 /gh login 获取新链接。",
  "auth.denied": "你没有在 GitHub 授权，未绑定任何账号。如改变主意，请在聊天中使用 /gh login。",
  "auth.other_browser":
    "这次登录是在另一个浏览器中开始的，未绑定任何账号。请用 /gh login 获取新链接，全程使用同一浏览器，并允许 Cookie。",
  "auth.too_fast": "操作太快了，请一分钟后再试。",
  "auth.failed": "服务出错，未绑定任何账号。请用 /gh login 重试。",
  "auth.installed.heading": "GitHub App 已安装",
  "auth.installed.text":
    "GitHub 现在会发送所选仓库的事件。在要显示通知的聊天中使用 /gh setup；要在聊天中操作 GitHub，使用 /gh login。",
  "auth.installed.requested":
    "安装 GitHub App 的申请已发送。组织所有者批准后，请在聊天中使用 /gh setup。",
  "auth.close": "可以关闭此页。",
};
