/**
 * Business constants of the server and the web app; the name of a duration ends with the unit. The web's first load
 * includes this file, so the file has no imports.
 */
export const REQUEST_TIMEOUT_MS = 30_000;

/** The most UTF-16 units of one character. Lengths count characters, and body limits count units. */
export const UNITS_MAX = 2;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 32;
/** A limit in bytes, because bcrypt ignores every byte after byte 72. A password of 32 emoji has 128 bytes. */
export const PASSWORD_MAX_BYTES = 72;
export const DISPLAY_NAME_MIN = 3;
export const DISPLAY_NAME_MAX = 16;
export const EMAIL_MAX = 254;
export const NAME_MAX = 100;
export const PHONE_MAX = 10;
export const REFERRAL_DETAILS_MIN = 4;
export const REFERRAL_DETAILS_MAX = 255;
export const CONTACT_MESSAGE_MIN = 5;
export const FEEDBACK_MIN = 5;
export const MESSAGE_MAX = 5_000;
export const SUBJECT_MAX = 200;
export const LIST_NAME_MAX = 100;
export const TASTE_NAME_MAX = 60;
export const TAG_MAX = 40;
export const KEY_NAME_MAX = 60;
/** The mailed link to the monthly export works so long. */
export const EXPORT_LINK_HOURS = 24;
export const PUSH_ENDPOINT_MAX = 1_000;
/** Browsers of one user that take pushes. A further one replaces the oldest. */
export const PUSH_SUBSCRIPTIONS_MAX = 10;
/** The night of a member who has not said otherwise. */
export const QUIET_HOURS = { from: '22:00', to: '08:00' } as const;
export const TAGS_PER_RATING_MAX = 20;
export const QUERY_MAX = 200;
/** Titles of an address to read, but for those that collection managers add. The picks are as many as two pages. */
export const FEED_ITEMS_MAX = 500;
export const FEED_PICKS = 50;
/** So many days of the calendar for phones lie behind, the others of its 92 ahead. */
export const FEED_DAYS_BEHIND = 14;
/** The longest age rating in a query. */
export const AGE_RATING_MAX = 40;
/** A search reads its query to this word, because every further word costs as much as the first. */
export const SEARCH_WORDS_MAX = 8;
export const MINIMUM_AGE = 13;

export const SIGNUP_STEP = {
  email: 1,
  displayName: 2,
  password: 3,
  services: 4,
  complete: 5,
  genres: 9999,
} as const;
/**
 * A stored token with at most this many characters counts as signed out when a title dialog closes, which then closes
 * without leaving its address.
 */
export const TOKEN_LENGTH_THRESHOLD = 10;

export const RATING_MIN = 0;
export const RATING_MAX = 10;
/** From this rating on, a title is a favorite. */
export const FAVORITE_RATING = 8;
/** Fewest ratings for a likelihood on a screen. With fewer ratings, the likelihood is too uncertain. */
export const RATINGS_FOR_LIKELIHOOD = 3;
/** From this number of ratings on the screens show the likelihood as a percentage, before it only in words. */
export const RATINGS_FOR_PERCENT = 10;
/**
 * A likelihood below `low` is red, a likelihood from `high` on is green, and any other likelihood is yellow. The badge of
 * the web says the same in words (`components/ui/likelihood.tsx`).
 */
export const LIKELIHOOD_BANDS = { low: 4, high: 8 } as const;
/** How a theme completes a phrase: about …, set in …, a kind of titles (plural), a tone (adjective). */
export const THEME_GROUPS = ['about', 'setting', 'kind', 'tone'] as const;

/** From this likelihood on a title is called a sure thing. */
export const SURE_FROM = 9;

/** Tonight picks a title again this long after "not tonight". */
export const NOT_TONIGHT_DAYS = 7;

/** A reader looks at the reasons of the first titles of a row, so the others have none. */
export const REASONS_OF_ROW = 6;
/** A card shows the first genres of a title, so reasons name no other genre. */
export const GENRES_SHOWN = 3;

export const INTERACTION_ANSWER = { didNotWatch: 0, readyToRate: 1, doNothing: 2 } as const;

export const PAGE_SIZE = 25;
export const PER_PAGE_MAX = 100;
export const GROUPS_PER_PAGE = 10;
export const ROW_SIZE = 20;

/** A list with at least this many loaded titles offers "Load more" after one of them was hidden. */
export const LOAD_MORE_AFTER = 25;
export const HIDE_FADE_MS = 1_000;
/** Time from the last rating to the next change of the rows. */
export const RATING_REFRESH_MS = 6_000;
export const DISCOVER_DEBOUNCE_MS = 600;
export const LISTS_DEBOUNCE_MS = 1_000;
/** For the search that adds titles to a list. */
export const SEARCH_DEBOUNCE_MS = 1_000;
/** A title without offers is fetched once more after this time. */
export const MEDIUM_FETCH_DEBOUNCE_MS = 500;
export const COOKIE_CONSENT_DAYS = 150;
/** Names in a summary of the settings. */
export const SUMMARY_MAX = 4;
export const CARD_PROVIDERS_MAX = 2;

export const REFERRAL_SOURCES = [
  { code: 1, name: 'Facebook' },
  { code: 2, name: 'Instagram' },
  { code: 3, name: 'Google' },
  { code: 4, name: 'TikTok' },
  { code: 5, name: 'SnapChat' },
  { code: 6, name: 'Weekly Mailing List' },
  { code: 7, name: 'Friend/Family' },
  { code: 8, name: 'Other' },
] as const;
export const REFERRAL_OTHER = 8;

/** The body limit of calls that change many rows or carry a receipt, and of Stripe's webhooks. */
export const LARGE_BODY_BYTES = 256 * 1024;
/** The body limit of webhooks of the stores, whose notifications have some 10 kB. */
export const STORE_BODY_BYTES = 64 * 1024;
/** The body limit of reports of media servers. Plex sends a thumbnail with each. */
export const WATCHED_BODY_BYTES = 1024 * 1024;
/** No earlier day of a view is taken, because tools write such days for "unknown". */
export const FIRST_DAY = '1900-01-01';
/** More views than anybody has of a title. A larger number in a file is a fault, and would not fit its column. */
export const PLAYS_MAX = 1_000_000;
export const SEASONS_MAX = 1_000;
/** The largest number of a season and of an episode. Some seasons are named by a year. */
export const SEASON_NUMBER_MAX = 9_999;
export const EPISODE_NUMBER_MAX = 9_999;
/** Episodes that one call marks by their numbers. */
export const EPISODES_PER_CALL = 2_000;
/** Views of one episode that are counted. */
export const EPISODE_PLAYS_MAX = 1_000;
/** The most days of one reply of the calendar. */
export const CALENDAR_DAYS_MAX = 92;
/** Reports of media servers that are kept for each user, with what became of them. */
export const WATCH_REPORTS_MAX = 50;
/** Accounts of media servers that one member may name. */
export const ACCOUNT_NAMES_MAX = 5;

/** Reports of media servers that are kept by user. Older ones are deleted, and their titles stay seen. */
export const WATCH_EVENTS_MAX = 1_000;

/** Limits that the server enforces (docs/api.md#limits). */
export const LIMITS = {
  /** Failed logins by email address and IP together. */
  failedSignIns: { max: 10, windowMs: 15 * 60_000 },
  /**
   * Failed logins by IP, over all email addresses. Each login computes a password hash, and one client can
   * try many accounts.
   */
  failedSignInsByIp: { max: 40, windowMs: 60_000 },
  /**
   * Failed logins by email address, over all IPs. Beyond, each IP may still fail `left` times in the window, so that nobody
   * can lock the owner out.
   */
  failedSignInsByAddress: { max: 20, left: 2, windowMs: 15 * 60_000 },
  signUps: { max: 10, windowMs: 60 * 60_000 },
  checks: { max: 20, windowMs: 60_000 },
  invitationReads: { max: 20, windowMs: 60_000 },
  /** Requests that send a mail, by IP, over all kinds of mail. */
  mailRequests: { max: 20, windowMs: 60 * 60_000 },
  /** Mails of one kind to one mailbox. */
  mails: { max: 5, windowMs: 60 * 60_000 },
  /** Mails of all these kinds to one mailbox. */
  mailsDaily: { max: 20, windowMs: 24 * 60 * 60_000 },
  /** Mails of one kind beyond both, to an address without a tag, so that strangers cannot use up the owner's with tags. */
  mailReserve: { max: 1, windowMs: 60 * 60_000 },
  /**
   * Mails of one kind to an address without a tag after the one of the reserve. One less than `mails`, so that together
   * they are as many as `mails` allows, in whichever order simultaneous calls are counted.
   */
  mailsAfterReserve: { max: 4, windowMs: 60 * 60_000 },
  storePurchases: { max: 30, windowMs: 60 * 60_000 },
  /** Changes, previews, visits to the portal and syncs of one user. Each costs several calls to Stripe. */
  billing: { max: 30, windowMs: 60 * 60_000 },
  /** Syncs of one user, and of one session of Checkout. The others answer what is stored. */
  planSyncs: { max: 1, windowMs: 5_000 },
  /**
   * Invitation mails by inviter. `unproven` limits an inviter without a proven address, and `trial` an
   * inviter without a plan.
   */
  invitations: { max: 200, unproven: 5, trial: 50, windowMs: 24 * 60 * 60_000 },
  /** Invitation mails of all users together. The API refuses invitations above this limit. */
  allInvitations: { max: 5_000, windowMs: 60 * 60_000 },
  /** Calls that share lists or renew their links, by user. */
  shares: { max: 200, windowMs: 60 * 60_000 },
  /** Calls that change lists or their titles, by user. */
  listWrites: { max: 2_000, windowMs: 60 * 60_000 },
  /** Times that a user joins or rejects lists. */
  joins: { max: 60, windowMs: 60 * 60_000 },
  /** Times that a user joins one list by its link. Each mails the owner. */
  listJoins: { max: 5, windowMs: 60 * 60_000 },
  /** Calls that join a round, by user, or by IP without one. A code has 64 bits, so this many guesses find none. */
  roundJoins: { max: 20, windowMs: 60 * 60_000 },
  /** Guests who ask to come into one round, by IP, whether they wait, were refused or were let in. Others need places too. */
  roundGuests: { max: 6, windowMs: 30 * 60_000 },
  /** By user, or by IP without one, as wrong codes are. */
  roundPreviews: { max: 20, windowMs: 60_000 },
  /** Short codes that no round has, by user, or by IP without one. There are 887 million, of which a few thousand are in use at a time. */
  wrongRoundCodes: { max: 10, windowMs: 10 * 60_000 },
  /** The same, of all clients together. Beyond, joining by a short code takes a proof of the bot check. */
  allWrongRoundCodes: { max: 1_000, windowMs: 10 * 60_000 },
  /** Rounds that a user starts. They stay in the user's evenings, so ended ones count too. */
  rounds: { max: 50, windowMs: 24 * 60 * 60_000 },
  /** Mails that invite companions to rounds, by host. */
  roundInvitations: { max: 30, windowMs: 24 * 60 * 60_000 },
  /** The same mails, by the companion who gets them, from all hosts together. */
  roundInvitationsTo: { max: 10, windowMs: 24 * 60 * 60_000 },
  /** Public links to posters that a user makes. */
  posterLinks: { max: 20, windowMs: 60 * 60_000 },
  /** Unknown addresses of posters, by IP. A code has 256 bits, so this many guesses find none. */
  unknownPosters: { max: 60, windowMs: 60 * 60_000 },
  exports: { max: 5, windowMs: 60 * 60_000 },
  imports: { max: 20, windowMs: 60 * 60_000 },
  /** Reports of the media server of one user. */
  watchReports: { max: 600, windowMs: 60 * 60_000 },
  /** Reports to addresses that do not exist, by IP. A secret has 256 bits, so this many guesses find none. */
  unknownWatchHooks: { max: 60, windowMs: 60 * 60_000 },
  /** Calls, each with its `cost` (`RouteContract`). */
  calls: { max: 600, windowMs: 60_000 },
  /** The calls of all personal keys of one user together, which count as calls of the user too. */
  keyCalls: { max: 200, windowMs: 60_000 },
  /** Reads of the addresses of one personal key. Readers ask every quarter of an hour or less often. */
  feedReads: { max: 600, windowMs: 60 * 60_000 },
  /** Requests without a valid token, by IP: pages, pictures, health checks and calls. */
  anonymous: { max: 3_000, windowMs: 60_000 },
  /** Webhooks by IP. They share no other limit, because Stripe and the stores send from few addresses. */
  webhooks: { max: 3_000, windowMs: 60_000 },
} as const;

/** Caps by user or by list. The API and the database enforce them (docs/api.md#caps). */
export const CAPS = {
  customLists: 200,
  titlesPerList: 10_000,
  listEntries: 50_000,
  membersPerList: 200,
  openInvitationsPerList: 50,
  wishes: 100,
  keys: 20,
  /** Seen episodes of an account, and those of them that the catalogue does not know. */
  episodes: 100_000,
  unknownEpisodes: 5_000,
} as const;

/** Other services from which a member can import a history. */
export const IMPORT_SOURCES = [
  'letterboxd',
  'imdb',
  'trakt',
  'tv_time',
  'netflix',
  'plex',
  'jellyfin',
  'movielens',
  'simkl',
  'yamtrack',
  'ryot',
  'movary',
  'watcharr',
  'criticker',
  'tmdb',
  'myanimelist',
  'anilist',
  'filmweb',
  'stremio',
  'showly',
  'csv',
  'marquee',
] as const;
/** What the rows of a file are: titles that were seen, titles for later, or ratings. */
export const IMPORT_KINDS = ['history', 'watchlist', 'ratings'] as const;
/** The highest score of a scale of ratings. */
export const IMPORT_SCALES = [5, 10, 100] as const;
export const IMPORT_FILE_STATES = ['read', 'partly', 'unread'] as const;
/** An import names so many files of an archive, and counts all. */
export const IMPORT_FILES_SHOWN = 200;
/** What a column of a table of an unknown service can mean. */
export const IMPORT_COLUMNS = [
  'imdb_id',
  'tmdb_id',
  'title',
  'original_title',
  'year',
  'type',
  'rating',
  'rated_at',
  'watched_at',
  'tags',
  'series',
  'season',
  'episode',
  'statement',
  'wish',
  'list',
  'profile',
  'public_rating',
  'unused',
] as const;
/** What a member can say that a column means. */
export const IMPORT_MEANINGS = [
  'title',
  'original_title',
  'year',
  'rating',
  'seen_on',
  'seen',
  'wish',
  'id',
  'ignored',
] as const;
/** A choice names at most so many columns, and a user's choices are remembered for so many kinds of table. */
export const IMPORT_COLUMN_CHOICES_MAX = 50;
export const IMPORT_HEADERS_MAX = 100;
/**
 * The states of an import, in order. `profile` waits for the choice of a profile, where a file has several; `failed` ends an
 * import whose file cannot be read.
 */
export const IMPORT_STATES = [
  'reading',
  'profile',
  'matching',
  'ready',
  'applying',
  'applied',
  'undoing',
  'undone',
  'failed',
] as const;
/**
 * Why an import failed: a file of another kind, a file of another service than the named one, a damaged file, a file beyond
 * the limits of one import, a full account, or an error of ours.
 */
export const IMPORT_FAILURES = [
  'unknown_file',
  'other_source',
  'unreadable_file',
  'too_large',
  'limit_reached',
  'internal_error',
] as const;
/** The largest uploaded file. IMPORT_UNPACKED_BYTES limits all files of an archive together. */
export const IMPORT_FILE_BYTES = 50 * 2 ** 20;
export const IMPORT_UNPACKED_BYTES = 200 * 2 ** 20;
/** The largest number of facts in one file. Even exports of heavy users of MovieLens and Trakt have fewer facts. */
export const IMPORT_ENTRIES_MAX = 200_000;
export const IMPORT_LISTS_MAX = 1_000;
/** The largest number of profiles of a file among which a user can choose: those with most entries. */
export const IMPORT_PROFILES_MAX = 100;
/** The largest number of stored facts of all imports of one user. A trigger enforces it too. */
export const IMPORT_ROWS_MAX = 250_000;
/**
 * The most bytes that the imports of one user store, by the sizes of the columns: of an account with a proven address, and
 * without. Twelve thousand titles take about 10 MB.
 */
export const IMPORT_STORED_BYTES = { proven: 64 * 2 ** 20, unproven: 16 * 2 ** 20 };
/** The largest number of choices in one confirmation. */
export const IMPORT_CHOICES_MAX = 2_000;
/** Titles of imports that the catalogue does not have: a user keeps the newest. */
export const IMPORT_WAITING_MAX = 2_000;
export const IMPORT_UNDO_DAYS = 30;
/** An import that is not confirmed is deleted after this time. */
export const IMPORT_OPEN_DAYS = 7;
/** The largest number of open imports of one user. An open import is neither applied nor undone nor failed. */
export const IMPORTS_OPEN_MAX = 10;
/** Viewing information is deleted after this time (privacy policy). */
export const RETENTION_YEARS = 10;

/** A user is asked to share a title with this rating or a higher one, at most once in these hours. */
export const SHARE_RATING_MIN = 9;
export const SHARE_SUGGESTION_HOURS = 24;
/** Within this time, repeating the rating call that asked to share asks again. */
export const SHARE_REPEAT_SECONDS = 60;

export const TOKEN_DAYS = 30;
/** After this time, a session must confirm the password before it deletes the account or changes its address. */
export const PASSWORD_FRESH_MINUTES = 10;
/** Lifetime of a link that confirms an address or restores the previous address. */
export const EMAIL_CODE_DAYS = 7;
export const RESET_TOKEN_HOURS = 2;
export const DELETION_CODE_HOURS = 24;
export const DELETION_CODE_ATTEMPTS = 5;
export const BOT_CHECK_MINUTES = 5;
export const INVITATION_DAYS = 30;
/** Within this time, following the same link again returns the first interaction. */
export const INTERACTION_REPEAT_SECONDS = 60;

/** Returns the latest birthdate (`YYYY-MM-DD`, UTC) of a user with the lowest allowed age on the day `today`. */
export function latestBirthdate(today: Date): string {
  return `${today.getUTCFullYear() - MINIMUM_AGE}${today.toISOString().slice(4, 10)}`;
}

/**
 * Sentences that the server and the screens share word for word. docs/api.md#lengths has the rules that they speak of.
 */
export const MESSAGES = {
  emailRequired: 'Email is required',
  emailInvalid: 'Email is invalid',
  emailTaken: 'Email has already been taken',
  displayNameRequired: 'Display name is required',
  displayNameLength: `Display name must have ${DISPLAY_NAME_MIN} to ${DISPLAY_NAME_MAX} characters`,
  displayNameLetter: 'Display name must have at least one letter',
  displayNameCharacters: 'Display name may only have letters and digits, no spaces or special characters',
  displayNameScripts: 'Display name may only have letters of one alphabet',
  displayNameReserved: 'This display name could be mistaken for Marquee, please choose another one',
  displayNameTaken: 'Display name has already been taken',
  passwordRequired: 'Password is required',
  passwordLength: `Password must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`,
  passwordDigit: 'Password must have at least one number',
  passwordTooLong: 'Password is too long, please use fewer special characters',
  passwordCommon: 'This password is too common',
  passwordOwnName: 'Password must be more than your name or ours',
  passwordConfirmation: 'Password must match with confirmation',
  birthdateTooYoung: `Birthdate must be at least ${MINIMUM_AGE} years ago`,
  tasteNameRequired: 'Please name this taste',
  listNameRequired: 'Please type the list name.',
  listNameTaken: 'You already have a list with this name.',
  shareTwice: 'E-mail already added to the list!',
  subjectRequired: 'Subject is required!',
  contactEmailRequired: 'Email is required!',
  contactMessage: 'Type your message, at least 5 characters.',
  resetTokenInvalid: 'Reset password token is invalid',
  resetTokenExpired: 'Reset password token has expired, please request a new one',
} as const;

/** What `subscription_status` of a user may be, as Stripe names them. */
export const SUBSCRIPTION_STATUSES = [
  'active',
  'trialing',
  'past_due',
  'incomplete',
  'unpaid',
  'paused',
  'incomplete_expired',
  'canceled',
] as const;
