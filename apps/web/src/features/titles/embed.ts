const YOUTUBE = /^(?:www\.|m\.)?youtube(?:-nocookie)?\.com$/;

/**
 * Returns how to show a trailer's address, or null for schemes other than http and https. Addresses of video
 * sites are converted to their embed form, without cookies when the site has such a form.
 * @returns `frame` for video sites, `file` for a video file
 */
export function embedOf(url: string): { kind: 'frame' | 'file'; src: string } | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname, pathname, searchParams } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  if (/\.(?:mp4|webm|ogv|m4v)$/i.test(pathname)) return { kind: 'file', src: url };
  const short = hostname === 'youtu.be' ? pathname.slice(1) : null;
  const id =
    short ??
    (YOUTUBE.test(hostname)
      ? (searchParams.get('v') ?? /^\/(?:embed|shorts)\/([^/]+)/.exec(pathname)?.[1])
      : null);
  if (id)
    return {
      kind: 'frame',
      src: `https://www.youtube-nocookie.com/embed/${encodeURIComponent(id)}?autoplay=1`,
    };
  const vimeo = /^(?:www\.)?vimeo\.com$/.test(hostname) ? /^\/(\d+)/.exec(pathname)?.[1] : null;
  if (vimeo) return { kind: 'frame', src: `https://player.vimeo.com/video/${vimeo}?autoplay=1&dnt=1` };
  return { kind: 'frame', src: url };
}
