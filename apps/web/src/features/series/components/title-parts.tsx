// The parts of the page of a series share a file, which only such pages load.
export { NextEpisode } from './next-episode.tsx';
export { Seasons } from './seasons.tsx';
