import { site } from '#src/config/site.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { Button, ButtonLink } from './button.tsx';
import css from './share-links.module.css';

/** Buttons that share `path` on four networks and by mail, and the button Copy link. */
export function ShareLinks({ path, text }: { path: string; text: string }) {
  const url = new URL(path, location.origin).href;
  const fill = (template: string) =>
    template.replace('{url}', encodeURIComponent(url)).replace('{text}', encodeURIComponent(text));
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      showToast('The link is copied.');
    } catch {
      showToast(`The link could not be copied. It is ${url}`, { tone: 'failure' });
    }
  };
  return (
    <ul className={css.links}>
      {site.share.map((network) => (
        <li key={network.name}>
          <ButtonLink href={fill(network.href)} target="_blank" rel="noopener">
            {network.name}
          </ButtonLink>
        </li>
      ))}
      <li>
        <ButtonLink href={fill('mailto:?subject={text}&body={url}')}>Email</ButtonLink>
      </li>
      <li>
        <Button onClick={() => void copy()}>Copy link</Button>
      </li>
    </ul>
  );
}
