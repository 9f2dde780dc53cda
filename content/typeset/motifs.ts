import { colors } from "./theme.ts";

type Doc = PDFKit.PDFDocument;
const { blue, bluePale, blueDeep, green, red, white, tint, rule } = colors;

/** Pictures for covers, about 320 by 230 points around the origin, drawn on blue. */
export const motifs = {
  bio,
  highlights,
  calendar,
  stories,
  captions,
  hashtags,
  community,
  giveaway,
  insights,
  collaboration,
  reels,
};
export type Motif = keyof typeof motifs;

function box(doc: Doc, x: number, y: number, w: number, h: number, radius: number, fill: string) {
  doc.roundedRect(x, y, w, h, radius).fill(fill);
}

/** A line of text as a layout sketch shows it. */
function bar(doc: Doc, x: number, y: number, w: number, fill: string = rule, h = 9) {
  box(doc, x, y, w, h, h / 2, fill);
}

function person(doc: Doc, x: number, y: number, r: number, ground: string, figure: string = white) {
  doc.circle(x, y, r).fill(ground);
  doc.save();
  doc.circle(x, y, r).clip();
  doc.circle(x, y - r * 0.2, r * 0.34).fill(figure);
  doc.ellipse(x, y + r * 0.82, r * 0.62, r * 0.55).fill(figure);
  doc.restore();
}

function heart(doc: Doc, x: number, y: number, s: number, fill: string) {
  doc
    .moveTo(x, y + s * 0.9)
    .bezierCurveTo(x - s * 1.5, y - s * 0.1, x - s * 0.8, y - s * 1.1, x, y - s * 0.35)
    .bezierCurveTo(x + s * 0.8, y - s * 1.1, x + s * 1.5, y - s * 0.1, x, y + s * 0.9)
    .fill(fill);
}

function stroke(doc: Doc, color: string, width: number) {
  doc.lineWidth(width).lineCap("round").lineJoin("round").stroke(color);
}

function bio(doc: Doc) {
  box(doc, -130, -95, 260, 190, 20, white);
  person(doc, -78, -40, 34, blue);
  bar(doc, -28, -66, 96, colors.ink, 11);
  bar(doc, -28, -44, 130);
  bar(doc, -28, -26, 112);
  bar(doc, -28, -8, 74);
  box(doc, -112, 22, 108, 26, 13, blue);
  box(doc, 6, 22, 106, 26, 13, tint);
  bar(doc, -86, 31, 56, white, 8);
  bar(doc, 32, 31, 54, blue, 8);
  for (const [index, fill] of [green, red, bluePale, rule].entries()) {
    doc.circle(-92 + index * 42, 72, 13).fill(fill);
  }
  heart(doc, 118, -84, 20, red);
}

function highlights(doc: Doc) {
  doc.circle(0, -32, 84).fill(white);
  doc.circle(0, -32, 77);
  stroke(doc, red, 5);
  person(doc, 0, -32, 67, blue);
  const rings = [green, red, bluePale, green, white];
  for (const [index, fill] of rings.entries()) {
    const x = -136 + index * 68;
    doc.circle(x, 92, 25).fill(white);
    doc.circle(x, 92, 19).fill(fill === white ? tint : fill);
  }
  heart(doc, -68, 92, 7.5, white);
  doc.moveTo(0, 84).lineTo(0, 100).moveTo(-8, 92).lineTo(8, 92);
  stroke(doc, white, 3);
  doc.moveTo(-143, 92).lineTo(-138, 97).lineTo(-129, 87);
  stroke(doc, white, 3);
  doc.circle(68, 92, 7);
  stroke(doc, white, 3);
  doc.moveTo(136, 84).lineTo(136, 100).moveTo(128, 92).lineTo(144, 92);
  stroke(doc, blue, 3);
}

function calendar(doc: Doc) {
  box(doc, -125, -95, 250, 200, 18, white);
  box(doc, -125, -95, 250, 44, 18, red);
  doc.rect(-125, -70, 250, 22).fill(red);
  bar(doc, -104, -78, 90, white, 11);
  for (const x of [56, 84]) box(doc, x, -108, 9, 28, 4.5, blueDeep);
  const fills: Record<number, string> = {
    1: blue,
    4: green,
    8: blue,
    10: red,
    13: green,
    16: blue,
  };
  for (let day = 0; day < 18; day += 1) {
    const x = -106 + (day % 6) * 36;
    const y = -34 + Math.floor(day / 6) * 44;
    box(doc, x, y, 30, 34, 7, fills[day] ?? tint);
    if (!fills[day]) continue;
    doc
      .moveTo(x + 9, y + 17)
      .lineTo(x + 13.5, y + 21.5)
      .lineTo(x + 21.5, y + 12);
    stroke(doc, white, 2.6);
  }
}

function stories(doc: Doc) {
  for (const [x, fill, turn] of [
    [-92, bluePale, -8],
    [92, green, 8],
  ] as const) {
    doc.save();
    doc.rotate(turn, { origin: [x, 0] });
    box(doc, x - 52, -84, 104, 178, 16, white);
    box(doc, x - 46, -78, 92, 166, 12, fill);
    doc.restore();
  }
  box(doc, -68, -108, 136, 226, 20, white);
  box(doc, -61, -101, 122, 212, 15, blueDeep);
  for (const [index, x] of [-52, -16, 20].entries()) {
    bar(doc, x, -91, 31, index < 2 ? white : bluePale, 4);
  }
  person(doc, -40, -70, 11, red);
  bar(doc, -23, -74, 54, white, 7);
  box(doc, -50, -20, 100, 84, 12, white);
  bar(doc, -36, -8, 72, colors.ink, 8);
  box(doc, -40, 9, 80, 19, 9, tint);
  box(doc, -40, 9, 56, 19, 9, blue);
  box(doc, -40, 34, 80, 19, 9, tint);
  box(doc, -40, 34, 26, 19, 9, green);
  heart(doc, 38, 90, 9, red);
  bar(doc, -50, 84, 70, bluePale, 12);
}

function captions(doc: Doc) {
  box(doc, -140, -92, 196, 96, 22, white);
  doc.moveTo(-106, -2).lineTo(-110, 32).lineTo(-70, -2).fill(white);
  bar(doc, -116, -66, 148, colors.ink, 11);
  bar(doc, -116, -44, 130);
  bar(doc, -116, -26, 84);
  box(doc, -20, 30, 160, 70, 20, green);
  doc.moveTo(100, 96).lineTo(116, 122).lineTo(74, 96).fill(green);
  for (const x of [24, 60, 96]) doc.circle(x, 65, 8.5).fill(white);
  doc.circle(104, -58, 32).fill(red);
  heart(doc, 104, -57, 15, white);
}

function hashtags(doc: Doc) {
  box(doc, -72, -104, 144, 144, 30, white);
  doc.moveTo(-16, -76).lineTo(-28, 12).moveTo(26, -76).lineTo(14, 12);
  doc.moveTo(-42, -50).lineTo(44, -50).moveTo(-46, -14).lineTo(40, -14);
  stroke(doc, blue, 12);
  const tags = [
    [-146, -70, 58, green],
    [-140, -14, 52, bluePale],
    [90, -78, 52, red],
    [88, -22, 62, bluePale],
    [-128, 62, 92, red],
    [-24, 62, 66, bluePale],
    [54, 62, 86, green],
  ] as const;
  for (const [x, y, width, fill] of tags) {
    box(doc, x, y, width, 28, 14, fill);
    bar(doc, x + 14, y + 10, width - 28, white, 8);
  }
}

function community(doc: Doc) {
  const friends = [
    [-116, -58, 30, red],
    [112, -70, 32, green],
    [-104, 66, 34, green],
    [112, 62, 30, red],
    [0, -98, 22, blueDeep],
    [2, 104, 22, blueDeep],
  ] as const;
  for (const [x, y] of friends) {
    doc.moveTo(0, 0).lineTo(x, y).dash(2, { space: 7 });
    stroke(doc, white, 2.6);
    doc.undash();
  }
  for (const [x, y, radius, fill] of friends) {
    doc.circle(x, y, radius + 5).fill(white);
    person(doc, x, y, radius, fill);
  }
  doc.circle(0, 0, 58).fill(white);
  person(doc, 0, 0, 51, blue);
  heart(doc, 46, -44, 16, red);
}

function giveaway(doc: Doc) {
  const confetti = [
    [-140, -60, red],
    [-104, -96, green],
    [-132, 30, white],
    [140, -40, green],
    [104, -98, white],
    [132, 40, red],
    [-60, -112, white],
    [64, -108, red],
  ] as const;
  for (const [index, [x, y, fill]] of confetti.entries()) {
    doc.save();
    doc.rotate(index * 37, { origin: [x, y] });
    box(doc, x - 8, y - 4, 16, 8, 4, fill);
    doc.restore();
  }
  doc.ellipse(-26, -66, 28, 18);
  stroke(doc, red, 10);
  doc.ellipse(26, -66, 28, 18);
  stroke(doc, red, 10);
  box(doc, -92, -10, 184, 118, 14, white);
  box(doc, -104, -52, 208, 48, 12, tint);
  doc.rect(-16, -52, 32, 160).fill(red);
  box(doc, -92, -4, 184, 6, 0, rule);
  doc.rect(-16, -6, 32, 12).fill(red);
  doc.circle(0, -52, 13).fill(red);
}

function insights(doc: Doc) {
  box(doc, -140, -96, 280, 200, 20, white);
  bar(doc, -118, -76, 92, colors.ink, 11);
  box(doc, 62, -80, 58, 20, 10, tint);
  bar(doc, 74, -74, 34, green, 8);
  const heights = [38, 62, 50, 84, 72, 112];
  for (const [index, height] of heights.entries()) {
    const fill = index === heights.length - 1 ? blue : index % 2 ? bluePale : rule;
    box(doc, -116 + index * 40, 84 - height, 26, height, 7, fill);
  }
  const points = heights.map((height, index) => [-103 + index * 40, 62 - height] as const);
  const [start, ...rest] = points;
  if (start) doc.moveTo(...start);
  for (const point of rest) doc.lineTo(...point);
  stroke(doc, red, 4);
  for (const [x, y] of points) {
    doc.circle(x, y, 5.5).fill(white);
    doc.circle(x, y, 5);
    stroke(doc, red, 3);
  }
}

function collaboration(doc: Doc) {
  doc.circle(-56, -8, 88).fill(white);
  doc.circle(56, -8, 88).fillOpacity(0.9).fill(green);
  doc.fillOpacity(1);
  doc.save();
  doc.circle(-56, -8, 88).clip();
  doc.circle(56, -8, 88).fill(tint);
  doc.restore();
  person(doc, -84, -8, 38, blue);
  person(doc, 84, -8, 38, white, green);
  heart(doc, 0, -8, 20, red);
  box(doc, -76, 92, 152, 30, 15, white);
  bar(doc, -54, 103, 44, blue, 8);
  doc.circle(0, 107, 3.5).fill(red);
  bar(doc, 10, 103, 44, green, 8);
}

function reels(doc: Doc) {
  for (const [x, fill] of [
    [-142, bluePale],
    [78, green],
  ] as const) {
    box(doc, x, -62, 64, 112, 12, white);
    box(doc, x + 5, -57, 54, 102, 9, fill);
    doc
      .moveTo(x + 25, -16)
      .lineTo(x + 25, 8)
      .lineTo(x + 45, -4)
      .fill(white);
  }
  box(doc, -66, -116, 132, 234, 22, white);
  box(doc, -58, -108, 116, 218, 16, blueDeep);
  doc.circle(-2, -18, 34).fill(red);
  doc.moveTo(-12, -37).lineTo(-12, 1).lineTo(20, -18).closePath().fill(white);
  person(doc, -38, 66, 10, green);
  bar(doc, -22, 62, 46, white, 8);
  bar(doc, -48, 86, 68, bluePale, 7);
  heart(doc, 42, 36, 8, white);
  doc.circle(42, 62, 7);
  stroke(doc, white, 2.4);
  doc.moveTo(35, 92).lineTo(49, 86).lineTo(43, 99).closePath().fill(white);
}
