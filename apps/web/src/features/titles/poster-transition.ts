import { titleIdOf } from './title-address.ts';

/**
 * The poster of an opened title comes from its card and goes back to it, by a view transition. The card stays in the page
 * below the dialog, so React's `ViewTransition` cannot do this: of two elements with one name it wants one to leave.
 */

const NAME = 'poster';

function isInView(element: Element): boolean {
  const { top, bottom, left, right, width } = element.getBoundingClientRect();
  return width > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
}

/** Returns the poster beside a link to the title in the page, that of the focused link first. Null when none is in view. */
function findPoster(id: number): HTMLElement | null {
  const all = [...document.querySelectorAll<HTMLAnchorElement>(`#content a[href*="/media/${id}"]`)].filter(
    (link) => titleIdOf(link.pathname) === id && !link.closest('dialog'),
  );
  const links = all.toSorted(
    (a, b) => Number(b === document.activeElement) - Number(a === document.activeElement),
  );
  const posters = links.flatMap(
    (link) => (link.querySelector('img') ?? link.closest('article, li')?.querySelector('img')) || [],
  );
  return posters.find(isInView) ?? null;
}

/** Whether the browser knows view transitions, and the reader likes motion. */
const canMove = (): boolean =>
  'startViewTransition' in document && !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The element that has the name. Two would stop the transition. */
let named: HTMLElement | null = null;

function giveName(element: HTMLElement | null): void {
  if (named) named.style.viewTransitionName = '';
  named = element;
  if (named) named.style.viewTransitionName = NAME;
}

/** Makes the change, in which the picture at `from` becomes the one that `to` finds afterwards. */
function carry(from: HTMLElement, change: () => void, to: () => HTMLElement | null): void {
  giveName(from);
  let arrived: HTMLElement | null = null;
  const { ready, finished } = document.startViewTransition(() => {
    change();
    arrived = to();
    giveName(arrived);
  });
  // `ready` fails when the browser skips the transition, which has made the change all the same. A later one ends this one
  // early, and has given the name away then.
  void Promise.allSettled([ready, finished]).then(() => {
    if (named === arrived) giveName(null);
  });
}

/** Lets the poster come from the card. The dialog is open at once, but not seen before. */
function arrive(id: number, dialog: HTMLElement, poster: HTMLElement): void {
  const card = findPoster(id);
  if (!card) return;
  dialog.dataset.arriving = '';
  carry(
    card,
    () => {
      delete dialog.dataset.arriving;
    },
    () => poster,
  );
}

/** Lets the poster go back to its card. The dialog is about to leave the document, so a copy stays for a moment. */
function leave(id: number, poster: HTMLElement): void {
  if (!isInView(poster) || !findPoster(id)) return;
  // The copy must not have the name too.
  giveName(null);
  const { top, left, width, height } = poster.getBoundingClientRect();
  const copy = document.createElement('div');
  copy.append(poster.cloneNode(true));
  copy.ariaHidden = 'true';
  copy.style.cssText = `position:fixed;z-index:100;top:${top}px;left:${left}px;width:${width}px;height:${height}px`;
  document.body.append(copy);
  carry(
    copy,
    () => copy.remove(),
    () => findPoster(id),
  );
}

/**
 * Moves the poster of a title that has just opened. An effect calls it, since then the dialog is in the document.
 * @param title the title that is shown, which may change until the dialog leaves.
 * @returns what to do before the dialog leaves the document.
 */
export function movePoster(
  dialog: HTMLElement | null | undefined,
  title: { readonly current: number },
): (() => void) | undefined {
  const posterIn = () => dialog?.querySelector<HTMLElement>('[data-moves] > img');
  const first = posterIn();
  if (!dialog || !first || !canMove()) return undefined;
  arrive(title.current, dialog, first);
  return () => {
    const last = posterIn();
    if (last) leave(title.current, last);
  };
}
