import { expect, it } from 'vitest';
import { embedOf } from './embed.ts';

it.each([
  [
    'https://www.youtube.com/watch?v=abc_1-2',
    'frame',
    'https://www.youtube-nocookie.com/embed/abc_1-2?autoplay=1',
  ],
  ['https://youtu.be/abc', 'frame', 'https://www.youtube-nocookie.com/embed/abc?autoplay=1'],
  [
    'https://www.youtube-nocookie.com/embed/abc',
    'frame',
    'https://www.youtube-nocookie.com/embed/abc?autoplay=1',
  ],
  ['https://vimeo.com/123', 'frame', 'https://player.vimeo.com/video/123?autoplay=1&dnt=1'],
  ['https://cdn.example.com/a.mp4?x=1', 'file', 'https://cdn.example.com/a.mp4?x=1'],
  ['https://player.example.com/7', 'frame', 'https://player.example.com/7'],
])('embedOf shows %s as a %s', (url, kind, src) => {
  expect(embedOf(url)).toEqual({ kind, src });
});

it('embedOf returns null for an address that is not http or https', () => {
  expect(embedOf('javascript:alert(1)')).toBeNull();
  expect(embedOf('')).toBeNull();
});
