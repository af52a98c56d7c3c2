const BAR_WIDTH = 28;

/** Creates a progress bar for a terminal. Without a terminal, the bar prints one line for every 10 %. */
export function createBar(): { draw(share: number, text: string): void; end(): void } {
  const { stderr } = process;
  let tenths = -1;
  return {
    draw(share, text) {
      const full = Math.round(share * BAR_WIDTH);
      const bar = `${'█'.repeat(full)}${'·'.repeat(BAR_WIDTH - full)} ${String(Math.round(share * 100)).padStart(3)} %  ${text}`;
      if (stderr.isTTY) stderr.write(`\r\u001b[2K${bar}`);
      else if (Math.floor(share * 10) > tenths) {
        tenths = Math.floor(share * 10);
        console.warn(bar);
      }
    },
    end() {
      if (stderr.isTTY) stderr.write('\n');
    },
  };
}
