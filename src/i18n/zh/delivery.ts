import type { delivery as english } from "../en/delivery.ts";

export const delivery: Readonly<Record<keyof typeof english, string>> = {
  "delivery.summary.failing": "此事件还有消息未送达",
  "delivery.summary.settled": "此事件的消息已全部送达",
  "delivery.summary.lost": "此事件有消息无法显示",
  "delivery.summary.event": "事件",
  "delivery.summary.repository": "仓库",
  "delivery.summary.delivery": "投递编号",
  "delivery.summary.next_try": "下次重试",
  "delivery.summary.gave_up": "已放弃，可用 /gh retry 重新发送",
  "delivery.reason.rate_limited": "聊天平台要求稍候",
  "delivery.reason.unavailable": "无法连接聊天平台",
  "delivery.reason.gone": "消息总是被删除",
  "delivery.reason.ill_target": "机器人无权访问此聊天",
  "delivery.reason.rejected": "聊天平台拒绝了内容",
  "delivery.reason.unauthorized": "机器人的凭据被拒绝",
  "delivery.reason.migrated": "聊天已迁移",
  "delivery.reason.not_configured": "此平台尚未配置",
  "delivery.reason.render_failed": "无法生成消息",
  "delivery.reason.group_gone": "群组已不存在",
  "delivery.reason.other": "投递失败",
};
