import { labelTable } from "./entry-fields.ts";

// Seen in exports or in other programs that read them: English, German, French, Portuguese. The Spanish, Italian and Dutch words are
// those of Instagram's own pages; (?) never seen in an export. A word that is missing here makes a figure null and is
// counted for the operator: nothing is taken for another thing.

const likes = ["Likes", "„Gefällt mir“-Angaben", "J'aime", "J’aime", "Curtidas"];
const comments = ["Comments", "Kommentare", "Commentaires", "Comentários"];
const saves = ["Saves", "Gespeichert", "Enregistrements", "Salvamentos"];
const shares = ["Shares", "Geteilt", "Geteilte Inhalte", "Partages", "Compartilhamentos"];

const labels = {
  likes: [...likes, "Me gusta", "Mi piace", "Vind-ik-leuks"],
  comments: [...comments, "Comentarios", "Commenti", "Opmerkingen"],
  saves: [...saves, "Guardados", "Salvataggi", "Keer opgeslagen"],
  shares: [...shares, "Veces compartido", "Condivisioni", "Keer gedeeld"],
  reach: [
    "Accounts reached",
    "Erreichte Konten",
    "Comptes touchés",
    "Contas alcançadas",
    "Cuentas alcanzadas",
    "Account raggiunti",
    "Bereikte accounts",
  ],
  follows: ["Follows", "Neue Follower", "Followers en plus"],
  other: [
    ["Creation Timestamp", "Upload Timestamp", "Start Time", "Caption", "Duration"],
    ["Impressions", "Views", "Plays", "Instagram Plays", "Replies", "Profile Visits"],
    ["Website taps", "Email button taps", "External link taps", "Business Address Taps"],
    ["Call Button Taps", "Text Button Taps", "Product Page Views", "Product Button Clicks"],
    ["Erstellungszeitstempel", "Zeitstempel der Erstellung", "Impressionen", "Profilaufrufe"],
    ["Antworten", "Reaktionen"],
    ["Timestamp de la création", "Visites du profil"],
    ["Registro de data e hora da criação", "Impressões", "Visitas ao perfil"],
    ["Impression", "Visite al profilo"],
  ].flat(),
};

/** Keys of an entry of posts, stories and live videos. */
export const insightLabels = labelTable(labels);

/** Keys of a reel, which is also counted at other places: only what Instagram itself counts. */
export const reelLabels = labelTable({
  ...labels,
  likes: [...labels.likes, "Instagram Likes"],
  comments: [...labels.comments, "Instagram Comments"],
  saves: [...labels.saves, "Instagram Saves"],
  shares: [...labels.shares, "Instagram Shares"],
});
