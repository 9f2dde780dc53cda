const results = {
  "weekly-on": "The weekly letter is on.",
  "weekly-off": "The weekly letter is off.",
  "alerts-on": "Breach alerts are on.",
  "alerts-off": "Breach alerts are off.",
  "time-zone": "Your time zone is saved.",
} as const;

/** What a subscriber may press on the page. */
export type Press = keyof typeof results;

export const isPress = (text: string): text is Press => Object.hasOwn(results, text);

/** What a press has done; undefined for anything else that stands in the address. */
export const said = (press: string): string | undefined =>
  isPress(press) ? results[press] : undefined;
