import type { setup as english } from "../en/setup.ts";

export const setup: Readonly<Record<keyof typeof english, string>> = {
  "setup.description": "把通知接入本聊天",
  "setup.arg.chat": "聊天",
  "setup.arg.group": "群组配置",
  "setup.arg.source": "owner/repo，只写 owner 表示其全部仓库，* 表示全部",
  "setup.arg.filter": "要接收的内容，例如 events:pulls,releases label:bug -actor:*[bot]",
  "setup.arg.lang": "消息语言",
  "setup.arg.emoji": "消息中的表情符号",
  "setup.arg.style": "card：每个 PR 或议题一条消息，持续更新；plain：每个事件一条",
  "setup.arg.log": "here：问题报告发到本聊天；off：发到最先接入的聊天",
  "setup.arg.login": "GitHub 用户名",
  "setup.arg.role": "owner、admin、viewer，或 none 表示移除",
  "setup.arg.link": "本聊天中某条消息的链接，或 GitHub 链接",

  "setup.off":
    "这个机器人还没有配置数据库或访问地址，暂时无法设置聊天。管理者可在 /health 查看缺少什么。",
  "setup.link_first": "此操作需要先绑定 GitHub 账号：/gh login。",
  "setup.group_unknown": "没有这个群组，或者你不是它的成员。",
  "setup.needs_admin": "只有群组的管理员和所有者可以这样做，请联系他们。",
  "setup.needs_owner": "只有群组的所有者可以这样做，请联系他们。",
  "setup.needs_super": "只有运营这个机器人的人可以这样做。",
  "setup.needs_viewer": "只有群组成员可以这样做。",
  "setup.no_signup":
    "这里只有机器人的运营者可以新建群组。请联系他们新建并邀请你，然后再次发送 /gh setup。",
  "setup.no_signup_ask":
    "这里只有机器人的运营者可以新建群组。请让 {who} 来设置本聊天或邀请你，然后再次发送 /gh setup。",
  "setup.too_many_groups":
    "你已经拥有 {max, number} 个群组。请把本聊天接入其中一个，或先删除一个。",
  "setup.too_many_routes": "群组已有 {max, number} 条规则。请先用 /gh unsubscribe 删除一些。",
  "setup.group_invalid": "群组无法这样保存。",
  "setup.route_invalid": "规则无法这样保存。",
  "setup.route_unknown": "群组中没有规则“{id}”。",
  "setup.conflict": "有人同时修改了它。请查看后再试。",
  "setup.target_not_connected": "那个聊天没有接入此群组。请让那里的管理员发送 /gh setup。",
  "setup.invite_gone": "邀请已被使用、撤销或过期，请重新索取。",
  "setup.last_owner": "群组必须有一位所有者。请先指定另一位所有者。",
  "setup.member_unknown": "此人不在群组中。",
  "setup.chat_admins_only": "只有聊天的管理员可以接入它。",
  "setup.chat_taken": "本聊天已接入一个群组。/gh setup 可以查看，也可以断开。",
  "setup.chat_unreadable": "找不到那个聊天。请重新发送 /gh setup。",
  "setup.not_connected": "本聊天还没有设置。请在这里发送 /gh setup。",

  "setup.not_admin_discord": "设置此频道需要“管理服务器”权限。请让有权限的人发送 /gh setup。",
  "setup.not_admin_telegram":
    "只有聊天的管理员可以设置，而且我必须能看到谁是管理员：请先添加我；若成员列表被隐藏，请把我设为管理员。请让管理员发送 /gh setup。",
  "setup.discord_private": "请在要接收通知的频道或子区里发送 /gh setup。",
  "setup.choose":
    "哪个聊天要接收通知？按下面的按钮选择。群组里必须已经有我；选择频道时会把我加为可发消息的管理员。",
  "setup.choose_group": "选择群组",
  "setup.choose_channel": "选择频道",
  "setup.anonymous": "你正以聊天本身的身份发言。请私聊我发送 /gh setup，并在那里选择本聊天。",
  "setup.in_private": "下一步包含密钥，请到私聊中继续。",
  "setup.continue": "已绑定，继续",
  "setup.this_chat": "本聊天",
  "setup.offer": "“{chat}”还没有接入。群组保存一个或多个聊天的规则和 webhook，要用哪一个？",
  "setup.more_groups":
    "还有 {count, number} 个群组放不下。你所属的群组排在前面：在群组的聊天中用 /gh members 把自己加进去。",
  "setup.new_group": "为本聊天新建群组",
  "setup.join_group": "接入“{name}”",
  "setup.connected": "“{chat}”已接入群组“{name}”。",
  "setup.connected_elsewhere":
    "本聊天已接入一个不归你管理的群组。内容由该群组的管理员决定；作为本聊天的管理员，你可以断开它。",
  "setup.endpoint": "Webhook 地址：{url}\n密钥：{secret}\n密钥只显示这一次，请现在复制，不要转发。",
  "setup.endpoint_known":
    "Webhook 地址：{url}\n密钥在生成时已显示过。丢了的话，按“新密钥”重新生成。",
  "setup.steps_github":
    "下一步：按“替我创建 webhook”。也可以在 GitHub 上手动添加：仓库的 Settings → Webhooks → Add webhook，粘贴地址和密钥，选择 application/json 和“Send me everything”。",
  "setup.then_members": "还有谁可以管理：/gh members",
  "setup.remote.subscribe": "订阅",
  "setup.remote.unsubscribe": "退订",
  "setup.remote.members": "管理者",
  "setup.remote.invite": "邀请",
  "setup.remote.member": "GitHub 用户名，加 owner、admin、viewer 或 none：octocat admin",
  "setup.remote.settings": "设置",
  "setup.remote.list": "订阅列表",
  "setup.remote.test": "发送示例",
  "setup.remote.what": "owner/repo，后面可以加上要接收的内容",
  "setup.remote.which": "owner/repo 或 owner",
  "setup.then_subscribe": "然后在聊天中发送：/gh subscribe owner/repo",
  "setup.steps_gitea":
    "Gitea 和 Forgejo：仓库的“设置 → Web 钩子 → 添加 Web 钩子 → Gitea（或 Forgejo）”，把地址填入目标 URL，再填入密钥，方法 POST，类型 application/json，选择“所有事件”。",
  "setup.steps_custom":
    "其他系统：向该地址 POST 一个 JSON，例如 '{'\"title\": \"你好\"'}'，并带上请求头 X-WebHooker-Signature: sha256=…（用密钥对正文计算的 HMAC-SHA256，十六进制）。要接收它们，请在聊天中发送：/gh subscribe * events:custom",
  "setup.button_hook": "替我创建 webhook",
  "setup.button_check": "收到什么了吗？",
  "setup.button_how": "其他方式",
  "setup.button_rotate": "新密钥",
  "setup.button_leave": "断开",
  "setup.button_app": "使用 GitHub App",
  "setup.app_none":
    "在你拥有的账号上没有安装这个 GitHub App。请先在 GitHub 上把它安装到你自己或你拥有的组织，然后再按一次。",
  "setup.app_choose": "让谁的事件进入本群组？以下是你拥有的账号上的安装。",
  "setup.app_more":
    "还有一些未能列出。其他账号请在 GitHub 上打开该账号的 App 安装设置并保存：GitHub 会转到选择群组的页面。",
  "setup.app_bound":
    "{owners} 的事件现在会进入本群组，不需要 webhook。接下来在聊天中发送：/gh subscribe owner/repo",
  "setup.button_hooks_page": "GitHub 上的 webhook",
  "setup.button_subscribe": "让本聊天订阅",
  "setup.hook_title": "创建 webhook",
  "setup.hook_repo": "仓库（owner/repo）",
  "setup.hook_made":
    "{repo} 的 webhook 已创建，GitHub 会发送一个 ping 来测试。接下来在聊天中发送：/gh subscribe {repo}",
  "setup.hook_admins_only":
    "要在 {repo} 上创建 webhook，你必须是它的管理员。请联系管理员，或把地址和密钥交给他们。",
  "setup.hook_exists": "{repo} 已有这个 webhook。接下来在聊天中发送：/gh subscribe {repo}",
  "setup.hook_refused":
    "GitHub 不允许本应用在 {repo} 上创建 webhook。请手动添加：仓库的 Settings → Webhooks → Add webhook。",
  "setup.hook_app_barred":
    "GitHub App 不能在 {repo} 上创建 webhook：没有安装到那里，或缺少“Webhooks”权限。{repo} 的所有者可以安装或接受权限；也可以手动添加：仓库的 Settings → Webhooks → Add webhook。",
  "setup.hook_scope":
    "你的 GitHub 绑定不包含 webhook 权限。先 /gh logout 再 /gh login 重新授权；也可以手动添加：仓库的 Settings → Webhooks → Add webhook。",
  "setup.hook_invalid":
    "GitHub 不接受 {repo} 上的这个 webhook：{reason}。它必须能从互联网访问 {url}。",
  "setup.arrived":
    "可以用了。最近的事件是 {repo} 的 {event}，{at, date, medium} {at, time, short}（UTC）。接下来在聊天中发送：/gh subscribe owner/repo",
  "setup.not_arrived":
    "还没有收到任何内容。在 GitHub 上，webhook 的“Recent Deliveries”会显示返回结果：401 表示密钥不一致。",
  "setup.rotate_question": "要生成新密钥吗？现有密钥还能再用 24 小时。",
  "setup.rotated": "请在 24 小时内把所有用到旧密钥的地方换成它。",
  "setup.leave_question": "要断开本聊天吗？它将不再收到任何内容。规则会保留，但处于关闭状态。",
  "setup.left": "已断开。/gh setup 可重新接入。",

  "setup.source_missing": "是哪个仓库？请写 owner/repo，或只写 owner 表示其全部仓库。",
  "setup.source_unreadable": "无法把“{text}”识别为仓库或所有者。请写 owner/repo 或 owner。",
  "setup.line_help": "例如：events:pulls,releases label:bug -actor:*[bot]",
  "setup.subscribe.description": "在这里接收某个仓库或某个所有者的全部消息",
  "setup.subscribe.done": "本聊天已订阅 {name}：",
  "setup.subscribe.changed": "已修改。本聊天订阅 {name}：",
  "setup.subscribe.private_left_out":
    "不包括私有仓库。要接收全部私有仓库，请由该账号在 GitHub 上的所有者来发送；你能读取的可以单独订阅：/gh subscribe owner/repo",
  "setup.subscribe.no_source":
    "群组还没有收到过它的事件：需要一个 webhook。请让仓库的管理员用 /gh setup 查看做法。",
  "setup.subscribe.may_make_hook":
    "群组还没有收到过它的事件：需要一个 webhook。你是它的管理员，按一下就能创建。",
  "setup.subscribe.make_hook": "在 {name} 上创建 webhook",
  "setup.unsubscribe.description": "不再在这里接收某个仓库或所有者",
  "setup.unsubscribe.done": "本聊天不再接收 {name}。",
  "setup.not_subscribed": "本聊天没有订阅 {name}。/gh list 显示订阅了什么。",
  "setup.nothing_heard": "本聊天还没有订阅：/gh subscribe owner/repo。",
  "setup.list.description": "本聊天订阅了什么",
  "setup.list.intro": "本聊天订阅了：",
  "setup.list.nothing": "本聊天还没有订阅。下一步：/gh subscribe owner/repo",
  "setup.list.other": "在控制台创建的规则“{name}”",
  "setup.list.paused": "（已关闭；再发送一次即可开启）",
  "setup.list.more": "……还有 {count, number} 条",
  "setup.settings.description": "这里的消息语言、表情和样式",
  "setup.settings.shown":
    "语言：{lang} · 表情：{emoji}（两者对群组“{name}”的所有聊天生效）· 样式：{style}\n问题报告发到：{reports}\n修改示例：/gh settings lang:zh emoji:off style:plain log:here",
  "setup.settings.log_here": "本聊天",
  "setup.settings.log_elsewhere": "群组的另一个聊天",
  "setup.settings.log_none": "最先接入的聊天",
  "setup.settings.unreadable": "无法识别“{word}”。请这样写：lang:zh emoji:off style:plain log:here",
  "setup.members.description": "谁管理本聊天接收的内容",
  "setup.members.intro": "群组“{name}”：",
  "setup.members.how":
    "所有者可按 GitHub 用户名更改：/gh members octocat role:admin；role:none 表示移除。/gh invite 可生成邀请。",
  "setup.members.set": "{login} 现在是群组“{name}”的 {role}。请对方用 /gh login 绑定账号。",
  "setup.members.removed": "{login} 已不属于群组“{name}”。",
  "setup.invite.description": "邀请他人管理本聊天接收的内容",
  "setup.arg.invited_role": "对方的角色：owner、admin 或 viewer",
  "setup.arg.code": "邀请码",
  "setup.invite.made":
    "加入群组“{name}”的邀请，角色为 {role}。只能用一次，{until, date, medium} 前有效。请只转给一个人：先使用者加入。",
  "setup.invite.link": "在 Telegram 上：{url}",
  "setup.invite.code": "在任何有我的聊天中：/gh join code:{code}",
  "setup.invite.open": "已邀请：{role}，有效期至 {until, date, medium}",
  "setup.invite.revoke": "撤销邀请",
  "setup.invite.revoked": "邀请已撤销，无法再使用。",
  "setup.join.description": "接受邀请",
  "setup.join.done":
    "你现在是群组“{name}”的 {role}。在它的聊天中：/gh list 查看订阅，/gh members 查看管理者。",
  "setup.test.description": "向本聊天发送示例消息",
  "setup.test.done": "示例已发送，真正的消息就是这个样子。",
  "setup.sample_failed": "示例没有发出去。请确认我可以在本聊天中发消息，一分钟后再试。",
  "setup.sample.footer": "示例",
  "setup.sample.pull": "打开了 PR #7",
  "setup.sample.pull_title": "用每种语言问好",
  "setup.sample.issue": "打开了议题 #8",
  "setup.sample.issue_title": "“你好”后面少了逗号",
  "setup.sample.push": "向 main 推送了 1 个提交",
  "setup.sample.run": "CI 在 main 上失败",
  "setup.sample.release": "发布了 v1.0.0",
  "setup.why.description": "本聊天为什么收到或没有收到某个事件",
  "setup.why.nothing":
    "最近几天没有这样的事件。如果本该收到：用 /gh setup 里的“收到什么了吗？”确认 webhook 是否有效。",
  "setup.why.unreadable": "无法识别“{text}”。请给出本聊天中某条消息的链接，或 GitHub 链接。",
  "setup.why.event": "{event} · {repo} · @{actor} · {at, date, medium} {at, time, short}（UTC）",
  "setup.why.shown": "显示在这里，依据：",
  "setup.why.quiet": "没有单独成为一条消息，虽然符合：",
  "setup.why.failed": "本应显示在这里，但没有成功：{reason}。依据：",
  "setup.why.unwanted": "没有显示在这里：",
  "setup.why.no_rules": "没有显示在这里：本聊天没有任何订阅。",
  "setup.why.no_rules_then": "当时还没有任何订阅",
  "setup.why.rule_gone": "一条已删除的规则",
  "setup.why.switched_off": "已关闭",
  "setup.why.stopped": "前面的规则终止了列表",
  "setup.why.fallback": "它只接收没有其他规则接收的内容，而另一条规则接收了",
  "setup.why.excluded": "它排除了这个事件",
  "setup.why.alternatives": "没有一个备选条件符合",
  "setup.why.owner": "群组不接收这个所有者",
  "setup.why.filter": "{filter} 不符合",
  "setup.why.one_of": "以下条件之一不符合：{filters}",
  "setup.why.changed": "规则是之后新建或修改的",
  "setup.why.too_large": "规则太大，无法读取",
  "setup.why.on_card": "已显示在对应 PR 的卡片上",
  "setup.why.no_card": "它所属的对象在这里没有消息",
  "setup.why.by_run": "已显示在对应工作流运行的卡片上",
  "setup.why.by_queue": "由合并队列的事件说明",
  "setup.why.ill_target": "之前的消息无法发到这里，恢复之前不再尝试",

  "setup.chat_removed":
    "我已被移出“{chat}”，因此断开了连接，规则已关闭。请重新添加我，并在那里发送 /gh setup。",
  "setup.chat_unreachable":
    "我无法再在“{chat}”中发消息，因此断开了连接，规则已关闭。请恢复权限，并在那里发送 /gh setup。",
  "setup.repo_privatized":
    "{repo} 已变为私有，本聊天不再接收它。能读取它的人可以发送：/gh subscribe {repo}",
  "setup.repo_deleted": "{repo} 已被删除，这里的订阅已关闭。",
  "setup.repo_transferred":
    "{from} 现在是 {repo}。{owner} 的事件不会进入本群组，因此不再有它的通知。{owner} 的所有者可用 /gh setup 接入。",
  "setup.repo_left":
    "{from} 现在是 {repo}。本聊天订阅的是 {former} 的全部仓库，因此不再有它的通知。要继续接收：/gh subscribe {repo}",
  "setup.repo_archived": "{repo} 已归档：仓库只读，不会再有新通知。本聊天仍保留订阅。",
  "setup.repo_unarchived": "{repo} 已取消归档，本聊天会继续收到通知。",
  "setup.installation_unknown": "GitHub 没有向你显示这个安装。请用安装应用的账号登录。",
  "setup.installation_owners_only":
    "只有 {owner} 的所有者可以让它的事件进入群组。请让其中一位打开此页面。",
  "setup.installation_deleted": "GitHub App 已从 {owner} 移除：它的事件不再进入本群组。",
  "setup.installation_suspended":
    "GitHub App 在 {owner} 上已暂停：在 GitHub 上恢复之前不会收到内容。",
  "setup.installation_resumed": "GitHub App 在 {owner} 上已恢复。",
  "setup.installation_renamed": "{from} 在 GitHub 上已改名为 {owner}，群组已跟随更新。",
  "setup.installation_removed": "GitHub App 不再能访问：{repos}。",
  "setup.install.sign_in":
    "GitHub App 已安装。请用安装账号的所有者身份登录 GitHub，选择由谁接收它的事件。",
  "setup.install.where": "GitHub App 安装在 {owner}。",
  "setup.install.choose": "由哪个群组接收 {owner} 的事件？",
  "setup.install.bound_already": "已在接收的群组：{names}",
  "setup.install.new_group": "为 {owner} 新建群组",
  "setup.install.more":
    "群组太多，未能全部列出。其他群组请在它的聊天中发送 /gh setup，选“其他方式”→“使用 GitHub App”。",
  "setup.install.no_group":
    "你没有可以接收它的群组，而这里只有机器人的运营者可以新建群组。请联系他们或某个群组的所有者，然后从 GitHub 的 App 设置重新打开此页。",
  "setup.install.done_heading": "已接入",
  "setup.install.done": "{owners} 的事件现在会进入群组“{name}”。",
  "setup.install.next":
    "下一步，在要显示通知的聊天中：/gh setup 接入群组，/gh subscribe owner/repo 选择要接收的内容。",
  "setup.install.cross": "此表单来自其他网站，未做任何更改。",
  "setup.install.unreadable": "无法读取此表单，未做任何更改。请从 GitHub 的 App 设置重新打开此页。",
};
