// Preloaded into a program by the script that starts it: when that script disappears, the program stops too.
process.once('disconnect', () => {
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(1);
});
process.channel?.unref();
// Programs that it forks have it as their parent; with this module, workers of Playwright would end before their work.
const own = process.execArgv.indexOf(`--import=${import.meta.url}`);
if (own >= 0) process.execArgv.splice(own, 1);
