import type { ReasonParts } from '@marquee/contracts';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { useTitleLink } from './title-links.tsx';

function RatedTitle({ id, title }: { id: number; title: string }) {
  return <Link {...useTitleLink(id)}>{title}</Link>;
}

/** The reason for a title, in which the names of the rated titles open them. */
export function Because({ parts }: { parts: ReasonParts }) {
  return parts.map(({ text, medium_id: id }, at) => (
    // A sentence never changes, and may name a title twice.
    // biome-ignore lint/suspicious/noArrayIndexKey: the place is what identifies a part
    <Fragment key={at}>{id === null ? text : <RatedTitle id={id} title={text} />}</Fragment>
  ));
}
