import { labelTable } from "./entry-fields.ts";

// Seen in exports or in other programs that read them: English, German, Italian, Dutch, Portuguese. (?) The others are the words of
// Instagram's own sign-in pages, which say nothing else.

/** Labels of an account: in lists of people (form C) and in `personal_information.json`. */
export const relationLabels = labelTable({
  username: [
    ["Username", "Benutzername", "Nome utente", "Gebruikersnaam", "Nome de usuário"],
    ["Nome de utilizador", "Nombre de usuario", "Nom d'utilisateur", "Nom d’utilisateur"],
    ["Nom de profil", "Nazwa użytkownika", "Kullanıcı adı", "Имя пользователя", "Användarnamn"],
    ["Brugernavn", "Brukernavn", "Käyttäjänimi", "Uživatelské jméno", "Felhasználónév"],
    ["Korisničko ime", "Корисничко име", "Používateľské meno", "Потребителско име"],
    ["Ім'я користувача", "Ім’я користувача"],
    ["Nume de utilizator", "Όνομα χρήστη", "Nama pengguna", "Tên người dùng", "ชื่อผู้ใช้"],
    [
      "ユーザーネーム",
      "사용자 이름",
      "用户名",
      "用戶名稱",
      "使用者名稱",
      "اسم المستخدم",
      "שם משתמש",
      "उपयोगकर्ता नाम",
    ],
  ].flat(),
  // `URL` is the website in the bio, which may be of somebody else's profile.
  other: [
    "URL",
    "Name",
    "Nome",
    "Naam",
    "Nom",
    "Nombre",
    "Ad",
    "İsim",
    "Nazwa",
    "Имя",
    "Namn",
    "Navn",
  ],
});
