export { areNoticesOwed, beginNotices } from "~/features/leaving/services/outbox/notice.server";
