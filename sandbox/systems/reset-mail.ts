interface ResetWords {
  subject: string;
  greeting: string;
  ask: (email: string) => string;
  otherwise: string;
}

const english: ResetWords = {
  subject: "Reset your password",
  greeting: "Hello,",
  ask: (email) => `follow this link to reset the password for ${email}:`,
  otherwise: "If you did not ask for it, ignore this mail.",
};

/** By the locale that is asked for, as Google's Firebase has it for its templates. */
const byLocale: Record<string, ResetWords> = {
  de: {
    subject: "Setzen Sie Ihr Passwort zurück",
    greeting: "Hallo,",
    ask: (email) => `mit diesem Link setzen Sie das Passwort für ${email} zurück:`,
    otherwise: "Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail.",
  },
  fr: {
    subject: "Réinitialisez votre mot de passe",
    greeting: "Bonjour,",
    ask: (email) => `suivez ce lien pour réinitialiser le mot de passe de ${email}\u00a0:`,
    otherwise: "Si vous ne l’avez pas demandé, ignorez cet e-mail.",
  },
  es: {
    subject: "Restablece tu contraseña",
    greeting: "Hola:",
    ask: (email) => `sigue este enlace para restablecer la contraseña de ${email}:`,
    otherwise: "Si no lo has pedido, ignora este correo.",
  },
  "pt-BR": {
    subject: "Redefina sua senha",
    greeting: "Olá,",
    ask: (email) => `siga este link para redefinir a senha de ${email}:`,
    otherwise: "Se você não pediu isso, ignore este e-mail.",
  },
  it: {
    subject: "Reimposta la tua password",
    greeting: "Ciao,",
    ask: (email) => `segui questo link per reimpostare la password di ${email}:`,
    otherwise: "Se non l’hai chiesto tu, ignora questa email.",
  },
  ar: {
    subject: "إعادة تعيين كلمة المرور",
    greeting: "مرحبًا،",
    ask: (email) => `اتبع هذا الرابط لإعادة تعيين كلمة مرور ${email}:`,
    otherwise: "إذا لم تطلب ذلك، فتجاهل هذه الرسالة.",
  },
};

/** The provider's reset mail, as the mail catcher shows it. @param locale its `X-Firebase-Locale`; another is English */
export function resetMail(email: string, link: string, locale: string | null) {
  const { subject, greeting, ask, otherwise } = byLocale[locale ?? ""] ?? english;
  return {
    from: "noreply@identity.sandbox",
    to: [email],
    subject,
    headers: {},
    text: `${greeting}\n\n${ask(email)}\n\n${link}\n\n${otherwise}\n`,
    html: "",
    attachments: [],
    source: "",
  };
}
