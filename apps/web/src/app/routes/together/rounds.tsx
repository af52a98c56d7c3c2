import { useParams } from 'react-router-dom';
import { Component as Round } from './round.tsx';
import { Component as Together } from './together.tsx';

/** Both screens are one chunk, because whoever opens one of them opens the other next. */
export function Component() {
  return useParams().code === undefined ? <Together /> : <Round />;
}
