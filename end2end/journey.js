// The words of the way from /new to a live page, for the tests that walk it.

// The button that publishes after sign-up.
export const PUBLISH = /^Publish at .+$/;
// What is said once the page is live.
export const AT_LIVE = /It is live/;
