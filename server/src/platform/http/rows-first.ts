/** Longest wait for the rows before the code of the screen runs. */
const ROWS_MS = 1000;
/**
 * Longest waits before the files of the start and of the screen are requested, because on a slow line they take
 * longest.
 */
const START_MS = 200;
const SCREEN_MS = 400;
/** Longest wait before the code of the start runs, which would delay the list while it arrives. */
const RUN_MS = 800;

/**
 * Paints the first rows of the case list from the data that the page has requested by itself. Code and styles would delay
 * that on a slow processor. Therefore the files of the start, in `#code`, are requested when the list has been requested,
 * or after the paint if the browser has kept them, and run after the paint. Those of the screen, in `#screen`, are requested
 * when the list has arrived; their code runs after `firstRows` (`web/src/app/start.tsx`), which is true when rows are
 * painted. Nothing waits in a page that is or becomes hidden, or that paints no rows. `data-rows` is the URL of the script
 * that paints (`web/src/app/first-rows/first-rows.tsx`).
 */
export const ROWS_FIRST = `{
  const { rows } = document.currentScript.dataset;
  const early = globalThis.earlyList;
  // It has names of patients, and the person may sign out without a reload.
  delete globalThis.earlyList;
  let hasRows;
  const contentOf = (id) => document.importNode(document.getElementById(id).content, true);
  const files = contentOf('code');
  const script = files.querySelector('script');
  if (script) {
    const preload = Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href: script.src });
    script.replaceWith(preload);
  }
  const paint = async () => {
    const { mayPaint, prepareRows, texts } = await import(rows);
    if (!mayPaint()) return;
    // Not earlier, because it would delay the request.
    await early.sent;
    const show = prepareRows(texts, early.isForReader);
    const list = await early.reply;
    if (!list || !show(list)) return;
    hasRows = true;
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  };
  const hidden = new Promise((done) => {
    if (!early || document.hidden) done();
    else addEventListener('visibilitychange', () => done(), { once: true });
  });
  const wait = (ms) => Promise.race([hidden, new Promise((done) => setTimeout(done, ms))]);
  const painting = early && !document.hidden ? paint().catch(() => {}) : undefined;
  const isKept = () => {
    const [file] = performance.getEntriesByName(new URL(rows, location.href).href);
    return file && (file.transferSize === 0 || file.workerStart > 0);
  };
  const sent = Promise.race([early?.sent, wait(${START_MS})]).catch(() => {});
  const shown = sent.then(() => Promise.race([painting, wait(${RUN_MS})]));
  const requested = sent
    .then(() => isKept() && shown)
    .catch(() => {})
    .then(() => document.head.append(files));
  if (script) Promise.all([requested, shown]).then(() => document.head.append(script));
  const arrived = Promise.race([painting, early?.reply.catch(() => {}), wait(${SCREEN_MS})]).then(async () => {
    await requested;
    document.head.append(contentOf('screen'));
  });
  if (painting)
    globalThis.firstRows = Promise.race([painting, wait(${ROWS_MS})]).then(async () => {
      await arrived;
      return hasRows;
    });
}`;
