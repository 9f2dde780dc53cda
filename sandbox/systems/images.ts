import { HttpResponse, http, type RequestHandler } from "msw";
import sharp from "sharp";
import { seededRandom } from "../seeded-random.ts";
import { defineSystem, type SystemContext } from "./system.ts";

const drawn = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** The host of post and avatar pictures. Each is drawn at its first request, always the same for an address. */
export function imagesSystem(context: SystemContext, baseUrl: string): RequestHandler[] {
  return defineSystem("pictures", baseUrl, context, [
    http.get<{ folder: string; file: string }>(
      `${baseUrl}/:folder/:file`,
      async ({ params: { folder, file } }) => {
        const name = /^([\w.-]{1,80})\.jpg$/.exec(file)?.[1];
        if (!name || !["posts", "news", "avatars"].includes(folder)) return missing();
        const bytes = await picture(folder, name);
        return new HttpResponse(bytes, {
          headers: {
            "Content-Type": "image/jpeg",
            "Content-Length": String(bytes.byteLength),
            "Cache-Control": "public, max-age=86400",
          },
        });
      },
    ),
  ]);
}

/** The picture at an address of this host; undefined for any other address. */
export function pictureAt(url: string): Promise<Uint8Array<ArrayBuffer>> | undefined {
  const [, folder, name] = /\/(posts|news|avatars)\/([\w.-]{1,80})\.jpg$/.exec(url) ?? [];
  return folder && name ? picture(folder, name) : undefined;
}

function missing() {
  return new HttpResponse("No such picture", { status: 404 });
}

function picture(folder: string, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const key = `${folder}/${name}`;
  let drawing = drawn.get(key);
  if (!drawing) {
    drawing = draw(folder, name);
    drawn.set(key, drawing);
    // A failure is not kept: it would be every later answer of this process.
    drawing.catch(() => drawn.delete(key));
  }
  return drawing;
}

async function draw(folder: string, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const next = seededRandom(hash(`${folder}/${name}`));
  const { pixels, width, height } =
    folder === "avatars"
      ? portrait(next)
      : folder === "news"
        ? landscape(next, 960, 540)
        : landscape(next, 640, 640);
  const raw = { width, height, channels: 3 } as const;
  const jpeg = await sharp(pixels, { raw }).jpeg({ quality: 84 }).toBuffer();
  return new Uint8Array(jpeg);
}

/** Sky (top, bottom), sun, far hills, near hills. */
const palettes = [
  ["#2b1055", "#f2709c", "#ffd9a0", "#8a3b74", "#2d1240"],
  ["#0f3057", "#7fc8f8", "#fff6d6", "#3d7ea6", "#0b2239"],
  ["#f6b26b", "#fde8c8", "#fff9ea", "#c9764a", "#5a2d1c"],
  ["#134e4a", "#a7f3d0", "#fdfbe4", "#2f7f6d", "#0c2f2b"],
  ["#1e1b4b", "#818cf8", "#fce7f3", "#4f46a5", "#151238"],
  ["#7c2d12", "#fdba74", "#fff3c9", "#b4532a", "#3b140a"],
  ["#0c4a6e", "#bae6fd", "#ffffff", "#5b93b5", "#123a52"],
  ["#4a044e", "#f9a8d4", "#ffe8cf", "#9d3c8b", "#2c0631"],
] as const;

function landscape(next: () => number, width: number, height: number): Canvas {
  const [top, bottom, sun, far, near] = paletteOf(next);
  const sunX = width * (0.2 + next() * 0.6);
  const sunY = height * (0.25 + next() * 0.25);
  const radius = width * (0.05 + next() * 0.06);
  const canvas = new Canvas(width, height);
  canvas.gradient((_, y) => y / height / 0.75, top, bottom);
  const glow = radius * 3.2;
  const shine: Shape = (x, y) => {
    const share = Math.sqrt((x - sunX) ** 2 + (y - sunY) ** 2) / glow;
    return 0.6 * Math.min(1, (1 - share) / 0.7);
  };
  canvas.paint(shine, sun, sunY - glow, sunY + glow);
  canvas.paint(ellipse(sunX, sunY, radius, radius), sun, sunY - radius - 1, sunY + radius + 1);
  const layers = 4;
  for (let layer = 0; layer < layers; layer += 1) {
    const depth = layer / (layers - 1);
    const base = height * (0.55 + depth * 0.27);
    const tops = ridge(next, width, base, height * (0.13 - depth * 0.05));
    const hills: Shape = (x, y) => y - (tops[Math.floor(x)] ?? base) + 0.5;
    canvas.paint(hills, blend(far, near, depth), Math.min(...tops) - 1);
  }
  return canvas;
}

/** How high the hills reach, for each column. */
function ridge(next: () => number, width: number, base: number, swing: number): number[] {
  const waves = [1.2, 2.7, 5.3].map((turns) => ({ turns, phase: next() * 6.28, size: next() }));
  return Array.from({ length: width }, (_, x) => {
    let lift = 0;
    for (const { turns, phase, size } of waves)
      lift += (Math.sin((x / width) * turns * 6.28 + phase) * size) / turns;
    return base - lift * swing;
  });
}

function portrait(next: () => number): Canvas {
  const [top, bottom, light, far, near] = paletteOf(next);
  const skin = ["#f3cfb3", "#e0ac86", "#c68a5f", "#8d5a3a", "#5f3b26"][Math.floor(next() * 5)];
  const hair = ["#2b1b12", "#5b3a1e", "#a8763e", "#1a1a1f", "#7a7a80", "#b5462e"][
    Math.floor(next() * 6)
  ];
  const long = next() > 0.5;
  const tilt = ((next() - 0.5) * 10 * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(tilt), Math.sin(tilt)];
  const shirt = next() > 0.5 ? near : far;
  const parting = 112 + next() * 16;
  const canvas = new Canvas(240, 240);
  canvas.gradient((x, y) => (x + y) / 480, bottom, light);
  const person = (shape: Shape, color = "#000000") =>
    canvas.paint((x, y) => {
      const [across, down] = [x - 120, y - 150];
      return shape(120 + across * cosine + down * sine, 150 - across * sine + down * cosine);
    }, color);
  if (long) {
    person(ellipse(120, 106, 54, 68), hair);
    person(box(64, 100, 176, 200, 20), hair);
  }
  person(ellipse(120, 262, 84, 84), shirt);
  person(box(102, 140, 138, 192, 16), skin);
  person(ellipse(120, 108, 44, 54), skin);
  const [head, forehead] = [ellipse(120, 106, 48, 60), ellipse(parting, 118, 52, 42)];
  person((x, y) => (y < 106 ? Math.min(head(x, y), 1 - forehead(x, y)) : 0), hair);
  canvas.paint(() => 0.08, top);
  return canvas;
}

/** How much of the point is covered, 0 to 1; what is beyond is cut. */
type Shape = (x: number, y: number) => number;

function ellipse(x: number, y: number, across: number, down: number): Shape {
  const size = Math.min(across, down);
  return (atX, atY) =>
    0.5 + (1 - Math.sqrt(((atX - x) / across) ** 2 + ((atY - y) / down) ** 2)) * size;
}

function box(left: number, top: number, right: number, bottom: number, round: number): Shape {
  return (x, y) => {
    const beyondX = Math.max(left + round - x, x - right + round, 0);
    const beyondY = Math.max(top + round - y, y - bottom + round, 0);
    return 0.5 + round - Math.sqrt(beyondX ** 2 + beyondY ** 2);
  };
}

/**
 * Painted point by point, not as SVG: unit tests run the sandbox in the app's process, and there the app forbids the reader
 * of SVG, once and for all, when it serves its first picture.
 */
class Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8Array(width * height * 3);
  }

  /** @param top the row that the shape begins in, and `bottom` the one it ends in: nothing else is looked at */
  paint(shape: Shape, color: string, top = 0, bottom = this.height): void {
    const [red, green, blue] = channelsOf(color);
    const { pixels, width } = this;
    const first = Math.max(0, Math.floor(top));
    const last = Math.min(this.height, Math.ceil(bottom));
    let at = first * width * 3;
    for (let y = first + 0.5; y < last; y += 1)
      for (let x = 0.5; x < width; x += 1, at += 3) {
        const share = Math.min(1, shape(x, y));
        if (!(share > 0)) continue;
        const rest = 1 - share;
        pixels[at] = red * share + (pixels[at] ?? 0) * rest;
        pixels[at + 1] = green * share + (pixels[at + 1] ?? 0) * rest;
        pixels[at + 2] = blue * share + (pixels[at + 2] ?? 0) * rest;
      }
  }

  /** @param along how far a point is on the way from one color to the other */
  gradient(along: Shape, from: string, to: string): void {
    this.paint(() => 1, from);
    this.paint(along, to);
  }
}

function channelsOf(color: string): [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function blend(from: string, to: string, share: number): string {
  const [start, end] = [channelsOf(from), channelsOf(to)];
  const mixed = start.map((value, at) => Math.round(value * (1 - share) + (end[at] ?? 0) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

function paletteOf(next: () => number) {
  return palettes[Math.floor(next() * palettes.length)] ?? palettes[0];
}

function hash(text: string): number {
  let value = 2_166_136_261;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  return value >>> 0;
}
