interface NewsItem {
  slug: string;
  title: string;
  text: string[];
}

/** What the function getNews publishes. */
export const newsItems: readonly NewsItem[] = [
  {
    slug: "how-instagram-ranks-what-people-see",
    title: "There is no single algorithm: how Instagram ranks what people see",
    text: [
      "Creators like to speak of 'the algorithm', as if one machine decided over every post. Instagram's own explanations say otherwise: Feed, Stories, Explore, Reels and Search are each ranked separately, because people use them for different things. What does well in one place can be invisible in another.",
      "In Feed and Stories the ranking leans towards people you already know. It looks at how recent a post is, how often you have interacted with the person who shared it, and how likely you are to pause, comment or tap through to their profile. That is why a reply to a Story does more for a small account than a hundred hashtags: it tells the ranking that a relationship exists.",
      "Explore and Reels are built for discovery, so the relationship counts for less. Here the questions are whether somebody is likely to watch to the end, to share the post with a friend, or to follow its sound to make one of their own. A Reel that strangers send to each other travels; a Reel that only followers like stays at home.",
      "Search ranks by what you typed. Words in your name, your bio and your captions are matched against the query, which is a good reason to say plainly what you do. 'Ceramics from Lisbon' is found by people who look for ceramics in Lisbon; a line of poetry is not.",
      "For your own planning it helps to decide first whom a post is for. One that keeps your followers close belongs in Stories and Feed and may be personal. One that should reach new people must make sense to somebody who has never heard of you. Judge each by the figures that fit its purpose.",
    ],
  },
  {
    slug: "alternative-texts-are-worth-a-minute",
    title: "Alternative texts are worth the minute they take",
    text: [
      "Under 'Advanced settings', just before you share a photograph, sits a field that most people never open: the alternative text. It is what a screen reader speaks when somebody cannot see your picture. Where it is empty, Instagram fills it with a guess such as 'may be an image of one person, outdoors'.",
      "Such a guess is better than silence, but it knows nothing about why you posted. 'My grandmother laughing over a bowl of cherries' says in eight words what the machine cannot see. Blind and partially sighted people are on Instagram too, and they notice who thinks of them.",
      "A good alternative text is one or two sentences long. Name what matters, leave out what does not, and put the important thing first. 'Photo of' is unnecessary, because the reader has announced an image already. If there is lettering in the picture, repeat it.",
      "You can add texts to old posts as well: open the post, choose 'Edit', then 'Edit alt text'. Start with the posts you have pinned and with those that new visitors see first. Ten posts take about ten minutes.",
      "For Reels, captions do the same work. Turn on the automatic ones and read through them before publishing, since names and technical words are often misheard. Many people watch with the sound off, so this helps more viewers than you would expect.",
    ],
  },
  {
    slug: "protect-your-account-before-you-need-to",
    title: "Protect your account before you need to",
    text: [
      "An account that took years to build can be lost within an afternoon, and getting it back is slow. Most takeovers do not involve any clever break-in. Somebody typed a password into a page that only looked like Instagram, or used the same password on a shop that was later breached.",
      "The first defence is a password that you use nowhere else. A password manager invents and remembers it for you. If you would rather not use one, four unrelated words in a row are long, easy to type and hard to guess.",
      "The second is two-factor authentication, found in the Accounts Centre under 'Password and security'. An authenticator app is safer than text messages, because a phone number can be moved to another SIM card by somebody who sounds convincing on the telephone. Write the recovery codes on paper and put them where you keep your passport.",
      "The third is knowing what Instagram does not do. It does not write to you by direct message about copyright complaints, and it never asks for a code that was sent to you. Mails that really came from Instagram are listed in the app under 'Recent emails'. If a message is not there, it is not genuine, whatever its logo says.",
      "Look at 'Where you're logged in' once in a while and sign out what you do not recognise. Then check which other apps have access and remove those you no longer use. Above all be wary of services that promise followers in exchange for your password: they act in your name, against the rules, and it is your account that is closed.",
    ],
  },
  {
    slug: "reading-insights-without-fooling-yourself",
    title: "Reading Insights without fooling yourself",
    text: [
      "A professional account shows its owner how many accounts a post reached, how many of them did something with it, and where they came from. The figures are free and honest. What people conclude from them often is neither, because a single post proves very little.",
      "Compare like with like. A Reel, a carousel and a Story serve different purposes and have different lifetimes: a Story is over in a day, while a Reel may find its audience weeks later. Set Reels beside Reels, and give each at least a week before you judge it.",
      "Use shares of reach rather than totals. A post that reached four hundred people and was saved by forty of them has done better work than one that reached ten thousand and was saved by fifty. Saves and shares say that a post was useful enough to keep or to pass on, which a like does not.",
      "Beware of averages over few posts, since one lucky hit lifts them all. The median, the one in the middle when you put your posts in order, is a steadier guide. If you change something, change one thing at a time and keep it for ten posts; otherwise you will not know what made the difference.",
      "Finally, write down what you expected before you look. It takes one line in a notebook. After two months you will see where your feeling for your audience is right, and where it has been misleading you all along.",
    ],
  },
  {
    slug: "say-so-when-you-are-paid",
    title: "Say so when you are paid: disclosure in plain words",
    text: [
      "If a company gives you something in return for a post, your audience has a right to know. That is the law in the European Union, the United Kingdom, the United States and many other places, and it is among Instagram's own rules for branded content. 'Something' includes money, free products, discounts, travel and commissions from links.",
      "Instagram offers the 'Paid partnership' label, which you switch on before sharing. Use it, and say it in the caption as well, at the beginning and in a word everybody understands: 'Advertisement' or 'Ad'. A hashtag at the end of twenty others is not a disclosure, and neither is a thank-you to the brand.",
      "In videos the notice has to be seen or heard in the video itself, since not everybody opens the caption. In Stories it belongs on each frame that advertises, because people enter and leave in the middle.",
      "Creators sometimes fear that a label will drive people away. What drives people away is finding out later. An audience that knows you are choosy about your partners reads the label as a piece of information, not as a warning.",
      "Keep the agreement in writing: what you will post and when, what the company may do with it and for how long, and that you will label it. If a partner asks you to leave the label out, you have learned something about the partner.",
    ],
  },
  {
    slug: "light-costs-nothing",
    title: "Light costs nothing: better photographs from the phone you have",
    text: [
      "The difference between a dull photograph and a good one is rarely the camera. It is where the light comes from. Stand beside a window, turn your subject so that the light falls from the side, and faces, food and fabrics gain shape at once. Switch the ceiling lamp off: two colours of light in one picture look muddy.",
      "Outdoors, the hour after sunrise and the hour before sunset are kind to everybody. At noon, look for open shade at the edge of a building, where the light is soft and even. A white wall or a sheet of paper, held opposite the window, brightens the shadows for nothing.",
      "Clean the lens. It spends its day in a pocket, and a film of grease is what makes lights smear. Then touch the screen where the picture should be sharp, and drag your finger down a little to darken the exposure. Highlights that have turned white cannot be rescued later, whereas shadows often can.",
      "Use your feet instead of digital zoom, which only cuts pixels away. Come closer, then closer still, and try the same scene from knee height and from above. Most people take one picture from where they happen to be standing, and it looks like everybody else's.",
      "Edit with a light hand. Straighten the horizon, crop to the format you will post in (4:5 takes more room on a phone than a square), lift the shadows slightly, and stop. If you use a filter, use the same one for a month, and your profile will look as if it had been planned.",
    ],
  },
  {
    slug: "a-posting-rhythm-you-can-keep",
    title: "A posting rhythm that you can keep",
    text: [
      "How often should one post? The honest answer is: as often as you can without getting worse or tired. A plan for seven posts a week that ends after three weeks does less than two posts a week for a year. Followers get used to a rhythm; what they notice is when it stops.",
      "Begin by counting backwards. Take the hours you really have in a normal week, not in a good one, and work out what one post costs you from the idea to the last answered comment. Divide, round down, and keep one week's posts in reserve for the time when you are ill or the idea does not come.",
      "Work in batches. Collecting ideas, shooting, editing and writing captions are four different kinds of attention, and changing between them costs more than the work itself. Many creators shoot on one day and write on another, then schedule the week in the app, which lets professional accounts plan posts ahead.",
      "Repeat yourself. A series with a name, such as one question every Monday or one mistake every month, spares you the empty page and gives new visitors a reason to come back. Nobody has seen everything you ever made, so a good thought from last year may be told again in another form.",
      "And take holidays. Say when you will be away and when you will return. People who care about your work will still be there, and you will have something to tell them.",
    ],
  },
  {
    slug: "comments-are-the-cheapest-research",
    title: "Comments are the cheapest research there is",
    text: [
      "Companies pay a great deal to learn what their customers think. Creators get it for nothing, below every post, and mostly let it pass by. Read a month of your own comments in one sitting, and you will find the same three questions asked in twenty ways. Those are your next three posts.",
      "Answer early and answer like a person. The first hour after posting is when people are still around to reply, and an exchange of four lines says more to bystanders than a heart under each comment. A question back works best: 'Which one did you try first?'",
      "Pin the comment that adds something, a correction or a good tip. It sets the tone for those who come after, and it thanks the person who took the trouble. If the correction is of a mistake of yours, pin it all the more.",
      "You need not put up with everything. Hidden Words, in the settings, filters comments with terms that you choose; 'Restrict' makes somebody's comments visible only to themselves without telling them; and a block is always there. Deleting abuse is not censorship, it is housekeeping.",
      "What about comments that only say 'Nice'? Some come from shy people and some from machines. Do not buy comments and do not join groups that trade them. They teach the ranking to show your work to people who will never care for it, and the real readers can tell.",
    ],
  },
];
