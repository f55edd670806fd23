import type { missed as english } from "../en/missed.ts";

export const missed: Readonly<Record<keyof typeof english, string>> = {
  "missed.description": "查看没有送达的消息，并重新发送",
  "missed.nothing": "最近 7 天的消息都已送达，没有需要重新发送的。",
  "missed.intro": "最近 7 天有 {count} 条消息没有送达：",
  "missed.line": "• {repo} 的 {event} → {chat}：{reason}",
  "missed.line_no_repo": "• {event} → {chat}：{reason}",
  "missed.any_chat": "所有聊天",
  "missed.more": "……另外还有 {count} 条。",
  "missed.mend_first": "请先解决原因（例如让机器人重新加入该聊天），然后再重新发送。",
  "missed.meanwhile": "之前有 {count} 条消息没有送达这里。/gh retry 可以查看并重新发送。",
  "missed.look": "没有送达的消息",
  "missed.resend": "重新发送",
  "missed.resent":
    "{count, plural, =0 {没有需要重新发送的消息了。} other {正在重新发送 {count} 条消息。}}这次仍未送达的，可以再用 /gh retry 查看。",
};
