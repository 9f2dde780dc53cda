import type { Manuscript } from "../../content/typeset/typeset.ts";

const body = `## Say who it is for

A **strong** word, an *emphasized* one, a \`code\` and "quotes" with a
[place to read](https://help.instagram.com/) more.

- a bullet
- another, with an escape \\*

3. third
4. fourth

- [ ] to do
- [x] done

> A card with *two*
>
> paragraphs.

### Figures

| Rate | Value |
| --- | ---: |
| Sends | 22.9 |
| Saves | |
`;

export const manuscript: Manuscript = {
  file: "course/lesson-03.md",
  body,
  bodyLine: 6,
  title: "Plan your content",
  subTitle: "A pace that you can keep",
  series: "Instagram PRO course",
  part: "Lesson 3 of 10",
  picture: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>',
  contents: false,
  language: "en",
};
