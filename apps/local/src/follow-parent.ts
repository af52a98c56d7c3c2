// Preloaded into helper processes (`node --import`). Exits when the parent process has ended for any reason,
// so that no port stays in use.
const PATIENCE_MS = 3_000;

process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), PATIENCE_MS).unref();
});
// The open IPC channel must not keep a finished helper running.
process.channel?.unref();
