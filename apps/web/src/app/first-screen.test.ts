import { matchRoutes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { partsOf } from './first-screen.ts';
import { Discover, Landing } from './home.tsx';
import { routes } from './router.tsx';
import { Login, VisitorTitle } from './shell/require-member.tsx';
import { Frame } from './shell/root.tsx';

const at = (address: string, isVisitor: boolean) =>
  partsOf(matchRoutes(routes, address)?.map(({ route }) => route) ?? [], isVisitor);

it('a visitor at / needs the landing page only', () => {
  expect(at('/', true)).toEqual([Landing.load]);
});

it('a visitor at the address of a member needs the login, and the title when there is one', () => {
  expect(at('/settings', true)).toEqual([Frame.load, Login.load]);
  expect(at('/discover/media/7', true)).toEqual([Frame.load, Login.load, VisitorTitle.load]);
});

it('a member at / needs Discover, and a title over it its route', () => {
  expect(at('/', false)).toEqual([Frame.load, Discover.load]);
  expect(at('/discover/media/7', false)).toHaveLength(3);
});

it('a public page needs the frame and its route', () => {
  expect(at('/faq', true)).toHaveLength(2);
});
