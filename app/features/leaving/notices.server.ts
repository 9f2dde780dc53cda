export { beginNotices } from "~/features/leaving/services/outbox/notice.server";
