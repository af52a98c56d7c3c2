// Rules of a page's layout that hold in every browser and with every font. docs/adr/0024 has the reason.
import { expect, type Locator, type Page } from 'playwright/test';

/** Parts of a page by name, in the order in which a reader meets them. */
export type Parts = Record<string, Locator>;

/** Rounding and borders of one pixel. */
const SLACK_PX = 1.5;

/** Returns pairs of parts whose boxes overlap or stand in the wrong order. A part may contain later parts. */
async function findDisorder(parts: Parts): Promise<string[]> {
  const placed = await Promise.all(
    Object.entries(parts).map(async ([name, part]) => {
      const box = await part.boundingBox();
      if (!box) throw new Error(`${name} has no box`);
      const element = await part.elementHandle();
      return { name, box, element, bottom: box.y + box.height, right: box.x + box.width };
    }),
  );
  const problems: string[] = [];
  for (const [at, before] of placed.entries())
    for (const after of placed.slice(at + 1)) {
      const contains = await before.element?.evaluate((outer, inner) => outer.contains(inner), after.element);
      const follows = after.box.y >= before.bottom - SLACK_PX || after.box.x >= before.right - SLACK_PX;
      if (!contains && !follows) problems.push(`${after.name} is not below or beside ${before.name}`);
    }
  return problems;
}

/**
 * Returns what is wrong with the texts and landmarks that a reader sees: texts that leave the page or the box that
 * cuts them, texts that overlap, and landmarks that stand in another order than in the document. With an open dialog,
 * the page behind it is left out.
 */
const findProblems = (page: Page): Promise<string[]> =>
  page.evaluate((slack) => {
    const dialogs = document.querySelectorAll('dialog[open], [role=dialog]');
    const scope = dialogs[dialogs.length - 1] ?? document.body;
    const problems: string[] = [];
    const pageWidth = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > pageWidth) problems.push('the page scrolls sideways');

    /** The nearest ancestor that is drawn over the page, such as a fixed bar. */
    const layerOf = (element: Element | null): Element | null => {
      for (let at = element; at && at !== scope; at = at.parentElement)
        if (['fixed', 'sticky', 'absolute'].includes(getComputedStyle(at).position)) return at;
      return null;
    };
    interface Line {
      text: string;
      owner: Element;
      layer: Element | null;
      box: { left: number; top: number; right: number; bottom: number };
    }
    const lines: Line[] = [];
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const owner = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (
        !owner ||
        text === '' ||
        !owner.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { left, top, right, bottom } of range.getClientRects()) {
        // The part of the line that no scrolling or cutting ancestor hides.
        const box = { left, top, right, bottom };
        let isCut = false;
        for (let at: Element | null = owner; at && at !== scope.parentElement; at = at.parentElement) {
          const style = getComputedStyle(at);
          if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
          const frame = at.getBoundingClientRect();
          const isMeant = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
          const isScrolled = /auto|scroll/.test(style.overflowX) || frame.width <= 2;
          isCut ||= !isMeant && !isScrolled && (left < frame.left - slack || right > frame.right + slack);
          box.left = Math.max(box.left, frame.left);
          box.right = Math.min(box.right, frame.right);
          box.top = Math.max(box.top, frame.top);
          box.bottom = Math.min(box.bottom, frame.bottom);
        }
        if (box.right - box.left < 2 || box.bottom - box.top < 2) continue;
        const name = text.slice(0, 40);
        if (isCut) problems.push(`"${name}" is cut`);
        if (box.left < -slack || box.right > pageWidth + slack) problems.push(`"${name}" leaves the page`);
        // The box of a line is higher than its letters, and a heading's lines stand closer than their boxes. So only
        // the middle of a line must be free.
        const middle = (box.bottom - box.top) / 4;
        const core = { ...box, top: box.top + middle, bottom: box.bottom - middle };
        lines.push({ text: name, owner, layer: layerOf(owner), box: core });
      }
    }
    for (const [at, one] of lines.entries())
      for (const other of lines.slice(at + 1)) {
        if (one.owner === other.owner || one.layer !== other.layer) continue;
        const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (wide > slack && high > slack) problems.push(`"${one.text}" overlaps "${other.text}"`);
      }

    const landmarks = [...scope.querySelectorAll('header, nav, main, footer, [role=contentinfo]')].filter(
      (element) =>
        element.checkVisibility() &&
        !element.parentElement?.closest('main, article, section, aside, nav, header, footer') &&
        !['fixed', 'sticky'].includes(getComputedStyle(element).position),
    );
    if (scope === document.body && scope.querySelectorAll('main').length !== 1)
      problems.push('there is not exactly one main');
    const boxes = landmarks.map((element) => element.getBoundingClientRect());
    for (const [at, box] of boxes.entries()) {
      const before = boxes[at - 1];
      if (before && box.top < before.bottom - slack && box.left < before.right - slack)
        problems.push(`${landmarks[at]?.localName} does not follow ${landmarks[at - 1]?.localName}`);
    }
    return problems;
  }, SLACK_PX);

/** Returns whether a click on the middle of the element reaches the element. */
const isInReach = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return (
      top >= 0 &&
      top + height <= innerHeight &&
      hit !== null &&
      (element.contains(hit) || hit.contains(element))
    );
  });

const leftOf = async (part: Locator): Promise<number> =>
  Math.round((await part.boundingBox())?.x ?? Number.NaN);

export interface Rules {
  parts: Parts;
  /** Names of parts that have the same left edge. */
  aligned: string[];
  /** The part that a reader reaches without scrolling. */
  first: string;
}

/** Checks the rules of a page whose parts are all loaded. */
export async function expectLayout(
  page: Page,
  name: string,
  { parts, aligned, first }: Rules,
): Promise<void> {
  for (const [part, locator] of Object.entries(parts))
    await expect(locator, `${name}: ${part}`).toBeVisible();
  expect.soft(await findProblems(page), name).toEqual([]);
  expect.soft(await findDisorder(parts), name).toEqual([]);
  const named = (part: string): Locator => {
    const locator = parts[part];
    if (!locator) throw new Error(`${name} has no part ${part}`);
    return locator;
  };
  const lefts = await Promise.all(aligned.map((part) => leftOf(named(part))));
  for (const left of lefts) expect.soft(left, `${name}: left edges of ${aligned}`).toBe(lefts[0]);
  expect.soft(await isInReach(named(first)), `${name}: ${first} is reached without scrolling`).toBe(true);
}
