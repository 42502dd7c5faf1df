/** Longest wait for the rows before the code of the screen runs. */
const ROWS_MS = 1000;
/**
 * Longest waits before the files of the start and of the screen are requested, because on a slow line they take
 * longest.
 */
const START_MS = 200;
const SCREEN_MS = 400;
/** Longest wait before code that the browser has kept is loaded: it would run at once, while the list arrives. */
const KEPT_MS = 800;

/**
 * Paints the first rows of the case list from the data that the page has requested by itself. Files of code and styles
 * would delay that on a slow processor: those of the start, in `#code`, are inserted when the list has been requested,
 * or after the paint if the browser has kept them, and those of the screen, in `#screen`, when it has arrived. The code
 * of the screen runs after `firstRows` (`web/src/app/start.tsx`), which is true when rows are painted. Nothing waits in
 * a page that is or becomes hidden, or that paints no rows. `data-rows` is the URL of the script that paints
 * (`web/src/app/first-rows/first-rows.tsx`).
 */
export const ROWS_FIRST = `{
  const { rows } = document.currentScript.dataset;
  const early = globalThis.earlyList;
  // It has names of patients, and the person may sign out without a reload.
  delete globalThis.earlyList;
  let hasRows;
  const insert = (id) => {
    const { content } = document.getElementById(id);
    document.head.append(document.importNode(content, true));
  };
  const paint = async () => {
    const { prepareRows, texts } = await import(rows);
    const show = prepareRows(texts, early.isForReader);
    const list = show && (await early.reply);
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
  const began = Promise.race([early?.sent, wait(${START_MS})])
    .then(() => isKept() && Promise.race([painting, wait(${KEPT_MS})]))
    .catch(() => {})
    .then(() => insert('code'));
  const arrived = Promise.race([painting, early?.reply.catch(() => {}), wait(${SCREEN_MS})]).then(async () => {
    await began;
    insert('screen');
  });
  if (painting)
    globalThis.firstRows = Promise.race([painting, wait(${ROWS_MS})]).then(async () => {
      await arrived;
      return hasRows;
    });
}`;
