import { seededRandom } from "./seeded-random.ts";

interface ListedPerson {
  username: string;
  fullName?: string;
  picUrl?: string;
}

export interface Category {
  totalValue: number | null;
  items: ListedPerson[];
}

export interface TopPost {
  postPicUrl: string;
  count: number;
  date: Date | string | number;
  user: string;
}

const givenNames = [
  "Amara", "Bruno", "Chiara", "Dmitri", "Elena", "Farid", "Greta", "Hiro", "Ines", "Jonas", "Kaia",
  "Luca", "Mina", "Noor", "Oscar", "Paloma", "Quinn", "Rosa", "Sven", "Talia", "Umar", "Vera",
  "Wanda", "Yusuf", "Zoe", "Anton", "Beatriz", "Callum", "Dalia", "Emil",
] as const; // biome-ignore format: one list, not sixty lines
const familyNames = [
  "Okafor", "Silva", "Rossi", "Ivanova", "Petrov", "Haddad", "Lindqvist", "Tanaka", "Moreau",
  "Becker", "Solberg", "Conti", "Park", "Rahman", "Novak", "Vega", "Murphy", "Castro", "Nilsson",
  "Cohen", "Farouk", "Kowalski", "Weber", "Demir", "Papadakis", "Orlov", "Duarte", "Fraser",
] as const; // biome-ignore format: one list, not sixty lines
const crafts = [
  "paints",
  "bakes",
  "runs",
  "travels",
  "films",
  "knits",
  "climbs",
  "sketches",
  "cooks",
  "surfs",
  "gardens",
  "codes",
  "dances",
  "writes",
  "cycles",
  "shoots",
] as const;

export function posts(count: number, build: (index: number) => TopPost): TopPost[] {
  return Array.from({ length: count }, (_, index) => build(index));
}

export function notCounted(): Category {
  return { totalValue: null, items: [] };
}

export function category(imagesUrl: string, seed: number, total: number, listed: number): Category {
  const next = seededRandom(seed);
  const taken = new Set<string>();
  const items: ListedPerson[] = [];
  while (items.length < listed) {
    const given = pick(givenNames, next());
    const family = pick(familyNames, next());
    const styles = [
      `${given}.${family}`,
      `${given}_${pick(crafts, next())}`,
      `${family}${given.charAt(0)}${Math.floor(next() * 90) + 10}`,
      `its.${given}.${family.slice(0, 3)}`,
    ];
    const username = pick(styles, next()).toLowerCase();
    if (taken.has(username)) continue;
    taken.add(username);
    // As in real lists, one in twelve has no name and one in fifteen no picture.
    items.push({
      username,
      ...(next() > 0.08 && { fullName: `${given} ${family}` }),
      ...(next() > 0.07 && { picUrl: `${imagesUrl}/avatars/${username}.jpg` }),
    });
  }
  return { totalValue: total, items };
}

function pick<Item>(list: readonly Item[], chance: number): Item {
  return list[Math.floor(chance * list.length)] as Item;
}
