export const missed = {
  "missed.description": "See what did not arrive, and send it again",
  "missed.nothing": "Everything of the last 7 days has arrived. There is nothing to send again.",
  "missed.intro":
    "{count, plural, one {One message} other {# messages}} of the last 7 days did not arrive:",
  "missed.line": "• {event} in {repo} → {chat}: {reason}",
  "missed.line_no_repo": "• {event} → {chat}: {reason}",
  "missed.any_chat": "all chats",
  "missed.more": "… and {count, plural, one {one more} other {# more}}.",
  "missed.mend_first":
    "Mend first what stood in the way (for example, let the bot back into the chat), then send them again.",
  "missed.meanwhile":
    "{count, plural, one {One earlier message} other {# earlier messages}} did not arrive here. /gh retry shows what, and sends it again.",
  "missed.look": "What did not arrive",
  "missed.resend": "Send again",
  "missed.resent":
    "{count, plural, =0 {There was nothing left to send again.} one {One message is sent again now.} other {# messages are sent again now.}} What does not arrive this time is listed here again: /gh retry",
} as const;
