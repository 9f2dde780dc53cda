import { expect, test } from "vitest";
import { isRead, knownFile } from "../../../../app/features/export/wanted-entries.ts";

test.each([
  ["connections/followers_and_following/followers_1.json", "followers"],
  [
    "instagram-ana-2026-05-11-x1/connections/followers_and_following/followers_12.json",
    "followers",
  ],
  ["followers_and_following/followers.json", "followers"],
  ["followers_1.json", "followers"],
  ["my files/followers_1.json", "followers"],
  ["CONNECTIONS/Followers_And_Following/Followers_1.JSON", "followers"],
  ["followers_and_following/following.json", "following"],
  ["followers_and_following/following_1.json", "following"],
  ["following.json", "following"],
  ["followers_and_following/pending_follow_requests.json", "pendingRequests"],
  ["followers_and_following/recent_follow_requests.json", "recentRequests"],
  ["followers_and_following/follow_requests_you've_received.json", "receivedRequests"],
  ["followers_and_following/recently_unfollowed_profiles.json", "recentlyUnfollowed"],
  ["followers_and_following/recently_unfollowed_accounts.json", "recentlyUnfollowed"],
  ["followers_and_following/blocked_profiles.json", "blocked"],
  ["followers_and_following/blocked_accounts.json", "blocked"],
  ["followers_and_following/close_friends.json", "closeFriends"],
  ["followers_and_following/restricted_profiles.json", "restricted"],
  ["followers_and_following/restricted_accounts.json", "restricted"],
  ["followers_and_following/profiles_you've_favorited.json", "favorites"],
  ["followers_and_following/profiles_you’ve_favorited.json", "favorites"],
  ["followers_and_following/accounts_you've_favorited.json", "favorites"],
  ["followers_and_following/hide_story_from.json", "hideStoryFrom"],
  ["followers_and_following/removed_suggestions.json", "removedSuggestions"],
  ["personal_information/personal_information/personal_information.json", "account"],
  ["account_information/personal_information.json", "account"],
  ["personal_information/personal_information/profile_changes.json", "profileChanges"],
  ["security_and_login_information/login_and_profile_creation/signup_details.json", "signup"],
  [
    "security_and_login_information/login_and_profile_creation/instagram_signup_details.json",
    "signup",
  ],
  ["instagram_signup_details.json", "signup"],
  ["other_activity/your_information_download_requests.json", "requests"],
  ["your_instagram_activity/media/posts_1.json", "posts"],
  ["content/posts_1.json", "posts"],
  ["media/reels.json", "posts"],
  ["media/archived_posts.json", "posts"],
  ["media/igtv_videos.json", "posts"],
  ["content/igtv_videos.json", "posts"],
  ["igtv_videos.json", "posts"],
  ["posts_1.json", "posts"],
  ["logged_information/past_instagram_insights/posts.json", "insights"],
  ["past_instagram_insights/reels.json", "insights"],
  ["past_instagram_insights/stories.json", "insights"],
  ["past_instagram_insights/live_videos.json", "insights"],
])("%s is %s and is read", (path, part) => {
  expect(knownFile(path)?.part).toBe(part);
  expect(isRead(path)).toBe(true);
});

test.each([
  ["followers_1 (1).json", "followers"],
  ["followers_1(12).json", "followers"],
  ["followers_1-2.json", "followers"],
  ["followers_1 2.json", "followers"],
  ["followers_1 copy.json", "followers"],
  ["followers_1 copy 2.json", "followers"],
  ["followers_1 - Copy (2).json", "followers"],
  ["followers_1.json.txt", "followers"],
  ["followers_1 (1).json.txt", "followers"],
  ["followers_1.json (1).txt", "followers"],
  ["Followers_1-3.JSON.TXT", "followers"],
  ["connections/followers_and_following/followers_1 (1).json", "followers"],
  ["following (1).json", "following"],
  ["following.json.txt", "following"],
  ["pending_follow_requests-1.json", "pendingRequests"],
  ["personal_information (1).json", "account"],
  ["past_instagram_insights/posts (1).json", "insights"],
  ["media/posts_1 (1).json", "posts"],
])("%s, as a phone or a browser calls it, is %s", (path, part) => {
  expect(knownFile(path)?.part).toBe(part);
  expect(knownFile(path)?.end).not.toMatch(/\d|txt|copy/i);
  expect(isRead(path)).toBe(true);
});

test.each([
  ["past_instagram_insights/audience_insights.json", "audienceInsights"],
  ["past_instagram_insights/profiles_reached.json", "audienceInsights"],
  ["past_instagram_insights/accounts_reached.json", "audienceInsights"],
  ["past_instagram_insights/content_interactions.json", "audienceInsights"],
  ["your_instagram_activity/likes/liked_posts.json", "likes"],
  ["your_instagram_activity/comments/post_comments_1.json", "comments"],
  ["your_instagram_activity/comments/reels_comments.json", "comments"],
])("%s is %s, and its content stays where it is", (path, part) => {
  expect(knownFile(path)?.part).toBe(part);
  expect(isRead(path)).toBe(false);
});

test.each([
  "friends_and_followers/followers.json",
  "your_instagram_activity/threads/followers.json",
  "threads/followers_1.json",
  "your_instagram_activity/threads/following.json",
  "your_instagram_activity/threads/pending_follow_requests.json",
  "your_instagram_activity/threads/recent_follow_requests.json",
  "your_instagram_activity/threads/recently_unfollowed_profiles.json",
  "your_instagram_activity/threads/recently_unfollowed_accounts.json",
  "your_instagram_activity/threads/blocked_profiles.json",
  "your_instagram_activity/threads/personal_information.json",
  "instagram-ana-2026-05-11-x1/your_instagram_activity/Threads/personal_information.json",
  "your_instagram_activity/threads/media/posts_1.json",
  "your_instagram_activity/messages/inbox/ana_1/message_1.json",
  "your_instagram_activity/messages/inbox/followers_1.json",
  "your_instagram_activity/media/stories.json",
  "media/posts/202603/1794.jpg",
  "media/posts.json/x.jpg",
  "__MACOSX/followers_and_following/._followers_1.json",
  "followers_and_following/followers_1.json.bak",
  "followers_and_following/followers_1.txt",
  "followers_1 (1).txt",
  "followers_1 (a).json",
  "my followers_1.json",
  "media/posts (1).json",
  "connections/",
  "",
])("%j is nothing that is read", (path) => {
  expect(knownFile(path)).toBeUndefined();
  expect(isRead(path)).toBe(false);
});

test("lists as pages are sent, other pages are not", () => {
  expect(isRead("connections/followers_and_following/followers_1.html")).toBe(true);
  expect(isRead("connections/followers_and_following/following.html")).toBe(true);
  expect(isRead("followers_1 (1).html")).toBe(true);
  expect(isRead("your_instagram_activity/media/posts_1.html")).toBe(false);
});

test("says where a file belongs without what is the subscriber's own", () => {
  expect(knownFile("instagram-ana-2026/followers_12.json")?.end).toBe(
    "followers_and_following/followers.json",
  );
  expect(knownFile("instagram-ana-2026/media/posts_2.json")?.end).toBe("media/posts.json");
});
