/** Returns a data URL in base64 as a file. */
export function pictureFile(url: string, name: string): File {
  const [head = '', text = ''] = url.split(',');
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new File([bytes], name, { type: /^data:([^;]+)/.exec(head)?.[1] ?? '' });
}
