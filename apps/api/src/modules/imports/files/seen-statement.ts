// What a row says of its member: seen, wished, or neither. Every reader asks here, because a wrong answer marks a title as
// seen, which takes it out of Watch Later and out of every recommendation.
import { PLAYS_MAX } from '@marquee/contracts/constants';
import type { ImportColumnChoice } from '@marquee/contracts/imports';
import { baseName } from './archive.ts';
import type { Row } from './csv.ts';
import { parseDay } from './dates.ts';
import { parseNumber, plainWords } from './fields.ts';

export type Statement = 'seen' | 'wish' | 'neither';

const plain = (text: string): string => plainWords(text) || text.trim();
const words = (text: string): ReadonlySet<string> => new Set(text.split(',').map(plain));

const YES = words(
  'yes,y,true,t,x,ja,oui,si,sim,tak,da,да,evet,はい,是,kylla,igen,ano,✓,✔,☑,✅,○,◯,〇,v,on,checked,done',
);
const NO = words(
  'no,n,false,f,nein,non,nao,nie,нет,hayir,いいえ,否,ei,nem,ne,nee,nej,✗,✘,❌,×,☐,never,off,0,unchecked',
);
/** What tools write into a cell that has no value. */
const NOTHING = /^(?:|[-–—?]+|n\/?a|none|null|nil|undefined|unknown)$/i;

/** The names of states in lower case, without accents and punctuation. */
const STATES: Record<Statement, ReadonlySet<string>> = {
  seen: words(
    'completed,complete,watched,seen,viewed,played,finished,done,fully seen,rewatched,rewatching,rewatch,repeating,watching,currently watching,watching now,started watching,in progress,inprogress,continuing,current,up to date,uptodate,caught up,watch,scrobble,checkin,history,already watched,already seen,fully watched,partially watched,read,' +
      'gesehen,angesehen,geschaut,abgeschlossen,am schauen,schaue ich,vu,vue,deja vu,termine,terminee,en cours,visto,vista,terminado,completado,viendo,visionado,assistido,assistindo,concluido,completato,in corso,obejrzane,obejrzany,ogladam,ukonczone,bekeken,gezien,kijkend,sedd,sett,set,katsottu,izlendi,izliyorum,посмотрено,просмотрено,смотрю,просмотрел,視聴済み,視聴済,視聴中,見た,看过,已看,在看,봤음,다 봄,보는 중',
  ),
  wish: words(
    'plan to watch,plantowatch,plan,planning,planned,ptw,want to watch,wants to watch,wanttowatch,want to see,watchlist,watch list,to watch,towatch,to see,watch later,watchlater,will watch,wishlist,wish list,wish,wished,wanted,want,backlog,queue,queued,for later,saved for later,saved,interested,pending,not seen want to watch,' +
      'merkliste,mochte ich sehen,will ich sehen,geplant,noch ansehen,a voir,envie,je veux voir,pendiente,por ver,quiero ver,quero ver,quero assistir,da vedere,voglio vedere,chce obejrzec,do obejrzenia,planowane,wil ik zien,nog te kijken,vill se,vil se,haluan nahda,izlenecek,izlemek istiyorum,буду смотреть,хочу посмотреть,запланировано,見たい,観たい,想看,想看的,보고 싶어요',
  ),
  neither: words(
    'unwatched,not watched,unseen,not seen,unplayed,not played,dropped,drop,on hold,onhold,hold,paused,pause,stopped,stopped watching,abandoned,gave up,quit,dnf,did not finish,didn t finish,not started,not started yet,notstarted,not yet started,not yet watched,not begun,unstarted,skipped,skip,ignored,ignore,not interested,blacklist,hidden,collected,collection,owned,rated,' +
      'ungesehen,nicht gesehen,abgebrochen,pausiert,nicht begonnen,non vu,pas vu,abandonne,en pause,no visto,sin ver,abandonado,en pausa,nao visto,nao assistido,non visto,abbandonato,in pausa,nieobejrzane,porzucone,wstrzymane,niet gezien,gestopt,ej sedd,ikke sett,katsomatta,izlenmedi,birakildi,не посмотрено,не просмотрено,брошено,отложено,未視聴,中断,未看,搁置,抛弃',
  ),
};
/** Words that describe the title. A column that holds one of them says nothing of the member. */
const OF_THE_TITLE = words(
  'released,ended,in production,post production,pre production,returning series,canceled,cancelled,rumored,announced,upcoming,airing,currently airing,finished airing,not yet aired,not yet released,releasing,pilot,on air,in development,unreleased,coming soon,now playing,ongoing,hiatus,on hiatus,' +
    'laufend,lauft,beendet,abgesetzt,eingestellt,erschienen,veroffentlicht,angekundigt,in produktion,annulee,annule,sortie,sorti,diffusee,en production,en emision,cancelada,cancelado,estrenada,estrenado,finalizada,en produccion,em exibicao,lancado,em producao,cancellata,uscito,in produzione,in onda,zakonczony,emitowany,anulowany,w produkcji,вышел,выпущен,завершен,отменен,онгоинг,放送中,放送終了,完结,连载中',
);

/** Returns what the name of a state says, or null for a word that is none. */
export function statementOfWord(value: string): Statement | null {
  const word = plainWords(value);
  for (const statement of ['seen', 'wish', 'neither'] as const)
    if (STATES[statement].has(word)) return statement;
  return null;
}

/** Returns whether a cell is empty, or says that it has no value. */
export const isNothing = (value: string): boolean => NOTHING.test(value.trim());

/** Reads a cell that answers "watched?": yes, no, a state, a day or a number of views. Null when it is no answer. */
export function statementOfFlag(value: string): Statement | null {
  if (isNothing(value)) return null;
  const word = plain(value);
  if (YES.has(word)) return 'seen';
  if (NO.has(word)) return 'neither';
  if (parseDay(value) !== null) return 'seen';
  const count = parseNumber(value);
  if (count !== null) return count >= 1 ? 'seen' : 'neither';
  const stated = statementOfWord(value);
  // People add a remark: "Yes (twice)", "No, but soon".
  const remarked = /^([^(,]+)[(,]/.exec(value)?.[1] ?? '';
  return stated ?? (isNothing(remarked) ? null : statementOfFlag(remarked));
}

/** Returns whether the word of a tracker says that a series is not being watched now, or for good. */
export function watchStateOf(value: string): 'on_hold' | 'dropped' | null {
  const word = plainWords(value);
  if (/^(?:dropped|drop|abandoned|gave up|quit|stopped|stopped watching)$/.test(word)) return 'dropped';
  return /^(?:on hold|onhold|hold|paused|pause)$/.test(word) ? 'on_hold' : null;
}

/** What the name of a file says of rows that say nothing, for example `to-watch.csv` or `history.csv`. */
export function statementOfFile(name: string): 'seen' | 'wish' | null {
  const base = plainWords(baseName(name).replace(/\.[a-z]+$/, ''));
  if (/\b(?:un|not )(?:watched|seen|viewed|played)\b/.test(base)) return null;
  if (
    /watch ?list|watch later|to ?watch|to see|wish ?list|\bwish\b|want to|plan to|merkliste|backlog|a voir|por ver|da vedere|do obejrzenia/.test(
      base,
    )
  )
    return 'wish';
  return /\bhistory\b|\bwatched\b|\bseen\b|\bdiary\b|\bviewed\b|gesehen|\bvus?\b|\bvistos?\b/.test(base)
    ? 'seen'
    : null;
}

const VERB = '(?:watched|seen|viewed|played|finished|completed)';
/** The columns that state something, by how they do it. */
const COLUMNS = {
  flag: new RegExp(
    `^(?:is_?|have_?(?:i_)?|i_have_|already_|i_)?${VERB}(?:_?status|_it|_yn|_y_n)?$|^(?:gesehen|angesehen|vu|vue|deja_vu|visto|vista|assistido|obejrzane|obejrzany|bekeken|gezien|sedd|sett|katsottu|izlendi|просмотрено|посмотрено|視聴済み|见过|看过)$`,
  ),
  wish: /^(?:is_|in_|on_|my_)?(?:watch_?list(?:ed)?|wish_?list(?:ed)?|to_?watch|want_to_(?:watch|see)|plan_to_watch|watch_later|for_later|is_for_later|merkliste|a_voir|por_ver|da_vedere)$/,
  status:
    /^(?:my_|user_|watch_?|watching_|viewing_|list_|read_|progress_|play_)?(?:status|state)$|^(?:action|progress|list|list_name|shelf|exclusive_shelf|bookshelf|list_?type|estado|stato|statut|stan|durum|状態|статус)$/,
  count:
    /^(?:(?:play|view|watch)_?count|plays|times_?(?:watched|seen|viewed|played)|number_of_(?:plays|views))$/,
  date: new RegExp(
    `^(?:last_?|first_?)?(?:${VERB}|view|watch|play)_?(?:at|on|date|time|datetime)$|^(?:last|first)_?(?:watched|seen|viewed|played|view|watch)(?:_?(?:at|on|date))?$|^(?:date|day|when)_?(?:last_)?${VERB}$|^(?:gesehen_am|vu_le|visto_(?:il|el|em)|fecha_visto|data_obejrzenia|datum_gesehen|date_de_visionnage|观看日期|観た日|дата_просмотра|дата_перегляду)$`,
  ),
} as const;
type How = keyof typeof COLUMNS;
const HOWS = ['flag', 'wish', 'status', 'count', 'date'] as const;

/** Returns how a column states what the member did with a title, or null for another column. */
export const howItStates = (column: string): How | null =>
  HOWS.find((how) => COLUMNS[how].test(column)) ?? null;

/** What the member says of columns, as far as it states what they did with a title. */
type Said = ReadonlyMap<string, ImportColumnChoice['meaning']>;
const SAYING: ReadonlyMap<ImportColumnChoice['meaning'], How> = new Map([
  ['seen', 'flag'],
  ['seen_on', 'date'],
  ['wish', 'wish'],
]);

/** Files repeat a few words in every row. So many are remembered. */
const REMEMBERED = 1_000;

function remembering<T>(read: (value: string) => T): (value: string) => T {
  const known = new Map<string, T>();
  return (value) => {
    const before = known.get(value);
    if (before !== undefined) return before;
    const answer = read(value);
    if (known.size < REMEMBERED && value.length <= 100) known.set(value, answer);
    return answer;
  };
}

/**
 * Learns from all rows of a table which columns speak of the member, and then says what a row states.
 */
export function createStatementFinder(columns: Iterable<string>, said: Said = new Map()) {
  const stating: Record<How, string[]> = { flag: [], wish: [], status: [], count: [], date: [] };
  for (const column of columns) {
    const how = said.has(column) ? SAYING.get(said.get(column) ?? 'ignored') : howItStates(column);
    if (how) stating[how].push(column);
  }
  const known = new Set<string>();
  const ofTheTitle = new Set<string>();
  const ofWord = remembering(statementOfWord);
  const ofFlag = remembering(statementOfFlag);
  const isOfTitle = remembering((value) => OF_THE_TITLE.has(plainWords(value)));
  const values = (row: Row, how: How): string[] => stating[how].map((column) => row.get(column));
  const states = (row: Row): (Statement | null)[] =>
    [...stating.status, ...stating.wish]
      .filter((column) => known.has(column) && !ofTheTitle.has(column))
      .map((column) => ofWord(row.get(column)));
  const filled = new Set<string>();
  const answering = new Set<string>();
  return {
    add(row: Row): void {
      for (const column of [...stating.flag, ...stating.wish]) {
        const value = row.get(column);
        if (answering.has(column) || isNothing(value)) continue;
        filled.add(column);
        if (ofFlag(value) !== null) answering.add(column);
      }
      for (const column of [...stating.status, ...stating.wish]) {
        if (isOfTitle(row.get(column))) ofTheTitle.add(column);
        else if (ofWord(row.get(column)) !== null) known.add(column);
      }
    },
    /** The columns that are read for the statement. */
    columns: (): string[] => [
      ...stating.flag,
      ...stating.wish.filter((column) => !ofTheTitle.has(column)),
      ...stating.status.filter((column) => known.has(column) && !ofTheTitle.has(column)),
      ...stating.count,
      ...stating.date,
    ],
    dateColumns: (): readonly string[] => stating.date,
    wishColumns: (): string[] => stating.wish.filter((column) => !ofTheTitle.has(column)),
    /** The columns whose names ask for a yes or no, and whose cells answer nothing: they may be titles. */
    silentColumns: (): string[] =>
      [...stating.flag, ...stating.wish].filter((column) => filled.has(column) && !answering.has(column)),
    /** The columns that may name the day of a view. */
    datedColumns: (): string[] => [...stating.date, ...stating.flag],
    /** Returns the column whose cell names the day of the view, or undefined. */
    dayColumn: (row: Row): string | undefined =>
      stating.date.find((column) => row.get(column) !== '') ??
      stating.flag.find((column) => parseDay(row.get(column)) !== null),
    /** Reads a column no more. */
    forget(column: string): void {
      for (const how of HOWS) stating[how] = stating[how].filter((each) => each !== column);
    },
    /** Returns the number of views that a row names, or 0. */
    plays: (row: Row): number =>
      Math.min(
        PLAYS_MAX,
        Math.max(0, ...values(row, 'count').map((value) => Math.floor(parseNumber(value) ?? 0))),
      ),
    /**
     * Returns what a row states: a yes before the state, the state before counts and dates. Null when the table has no
     * column that states anything, and `neither` when it has, but the row leaves all of them empty.
     */
    of(row: Row): Statement | null {
      const flags = values(row, 'flag').map(ofFlag);
      if (flags.includes('seen')) return 'seen';
      const stated = [...states(row), ...flags];
      const said = stated.find((each) => each !== null && each !== 'neither');
      if (said) return said;
      if (values(row, 'wish').some((value) => ofFlag(value) === 'seen')) return 'wish';
      if (stated.includes('neither')) return 'neither';
      if (values(row, 'count').some((value) => (parseNumber(value) ?? 0) > 0)) return 'seen';
      if (values(row, 'date').some((value) => parseDay(value) !== null)) return 'seen';
      return this.columns().length > 0 ? 'neither' : null;
    },
  };
}
export type StatementFinder = ReturnType<typeof createStatementFinder>;
