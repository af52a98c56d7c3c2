import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { cx } from '#src/lib/screen/class-names.ts';
import css from './button.module.css';

export type ButtonVariant = 'primary' | 'outline' | 'plain' | 'danger' | 'icon';

interface Look {
  variant?: ButtonVariant;
  size?: 'normal' | 'large';
  /** Fills the width of its container. */
  wide?: boolean;
}

function look({ variant = 'outline', size = 'normal', wide = false }: Look, extra?: string): string {
  return cx(css.button, css[variant], size === 'large' && css.large, wide && css.wide, extra);
}

/**
 * `busy` shows progress and ignores clicks without disabling the button, so that the focus stays. A button that is pressed or not
 * ignores the second click of a double click, which would take the first one back. The `icon` variant is square and needs an
 * `aria-label`.
 */
export function Button({
  variant,
  size,
  wide,
  busy = false,
  className,
  onClick,
  type = 'button',
  ...rest
}: Look & ComponentProps<'button'> & { busy?: boolean }) {
  return (
    <button
      {...rest}
      type={type}
      className={look(
        { ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) },
        cx(busy && css.busy, className),
      )}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy || (rest['aria-pressed'] !== undefined && event.detail > 1)) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}

/** A link that looks like a button. `to` is an address of the app, `href` any other address. */
export function ButtonLink({
  variant,
  size,
  wide,
  className,
  ...rest
}: Look & ({ to: string; href?: never } | { href: string; to?: never }) & Omit<ComponentProps<'a'>, 'href'>) {
  const name = look({ ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) }, className);
  const { to, href, ...anchor } = rest;
  return to === undefined ? (
    <a {...anchor} href={href} className={name} />
  ) : (
    <Link {...anchor} to={to} className={name} />
  );
}
