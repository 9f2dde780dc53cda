export const languages = ["en", "de", "es", "fr", "it", "pt", "tr"] as const;
export type Language = (typeof languages)[number];

interface Labels {
  username: string;
  name: string;
  url: string;
  email: string;
  time: string;
  startDate: string;
  endDate: string;
}

/**
 * What Instagram writes as keys and labels in the subscriber's language. Username and name are as published exports
 * have them; the others, in other languages than English, were never seen in one.
 */
export const labelsIn: Record<Language, Labels> = {
  en: labels("Username", "Name", "URL", "Email", "Time", "Start date", "End date"),
  de: labels("Benutzername", "Name", "URL", "E-Mail", "Zeit", "Startdatum", "Enddatum"),
  es: labels("Nombre de usuario", "Nombre", "URL", "Correo electrónico", "Hora", "Fecha de inicio", "Fecha de finalización"),
  fr: labels("Nom d’utilisateur", "Nom", "URL", "E-mail", "Heure", "Date de début", "Date de fin"),
  it: labels("Nome utente", "Nome", "URL", "E-mail", "Ora", "Data di inizio", "Data di fine"),
  pt: labels("Nome de usuário", "Nome", "URL", "Email", "Hora", "Data de início", "Data de término"),
  tr: labels("Kullanıcı adı", "Ad", "URL", "E-posta", "Saat", "Başlangıç tarihi", "Bitiş tarihi"),
}; // biome-ignore format: a table

function labels(
  username: string,
  name: string,
  url: string,
  email: string,
  time: string,
  startDate: string,
  endDate: string,
): Labels {
  return { username, name, url, email, time, startDate, endDate };
}

/** Of insights only English keys are published, and a few of the others; these stand for a language without a table. */
export const insightKeysIn = {
  en: {
    likes: "Likes",
    comments: "Comments",
    saves: "Saves",
    shares: "Shares",
    reach: "Accounts reached",
    impressions: "Impressions",
    profileVisits: "Profile Visits",
    follows: "Follows",
    created: "Creation Timestamp",
    thumbnail: "Media Thumbnail",
  },
  unpublished: {
    likes: "Synes godt om",
    comments: "Kommentarer",
    saves: "Gemt",
    shares: "Delinger",
    reach: "Konti nået",
    impressions: "Eksponeringer",
    profileVisits: "Profilbesøg",
    follows: "Nye følgere",
    created: "Oprettet",
    thumbnail: "Miniature",
  },
} as const;
