export { beginNotices, noticesOwed } from "~/features/leaving/services/outbox/notice.server";
export { wakeSleepingNotices } from "~/features/leaving/services/outbox/sleeping-notices.server";
