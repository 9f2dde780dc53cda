import { sentences } from "~/platform/values/say";

export const states = sentences({
  erased: {
    title: "Your data has been erased",
    text: "What this app stored about you has been erased, and you are signed out. A confirmation is on its way to your email.",
  },
  received: {
    title: "We have your request and are completing it",
    text: "Some of your data is still needed for a cancellation or an order in progress, or could not be reached just now. We will erase it as soon as that is done, and email you then. You are signed out.",
  },
});
