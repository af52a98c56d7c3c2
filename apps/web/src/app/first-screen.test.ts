import { expect, it } from 'vitest';
import { partsOf } from './first-screen.ts';
import { Discover, Landing } from './home.tsx';
import { branchOf } from './router.tsx';
import { Login, VisitorTitle } from './shell/require-member.tsx';
import { Frame } from './shell/root.tsx';

const at = (address: string, isVisitor: boolean) => partsOf(branchOf(address), isVisitor);

it('the first screen of a visitor at / loads the landing page only', () => {
  expect(at('/', true)).toEqual([Landing.load]);
});

it('the first screen of a visitor loads the login at member addresses, and VisitorTitle too at title addresses', () => {
  expect(at('/settings', true)).toEqual([Frame.load, Login.load]);
  expect(at('/discover/media/7', true)).toEqual([Frame.load, Login.load, VisitorTitle.load]);
});

it('the first screen of a member loads Discover at /, and the title route too at title addresses', () => {
  expect(at('/', false)).toEqual([Frame.load, Discover.load]);
  expect(at('/discover/media/7', false)).toHaveLength(3);
});

it('the first screen of a public page loads the frame and the route of the page', () => {
  expect(at('/faq', true)).toHaveLength(2);
});
