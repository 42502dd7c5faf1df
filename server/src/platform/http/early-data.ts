/**
 * Requests the session and then the first list of cases while the code of the page is still loading, which takes them
 * over by `takeEarlyReply` (`web/src/client/call.ts`). It does so only for the person whom this browser remembers, as
 * the code does, and not in a tab in which staff act for somebody. A reply is handed over within a minute and to the
 * same person only, who may have signed out in another tab; if a request has failed, the code sends it again.
 * `data-session` and `data-list` are their URLs; the second ends with the default number of cases per page. `earlyList`
 * has a copy of the list for its first paint (`rows-first.ts`), undefined if the page will show something else or more
 * above the list; `sent` settles when the list is requested.
 */
export const EARLY_DATA = `{
  const { session, list } = document.currentScript.dataset;
  const stored = (name) => JSON.parse(localStorage.getItem(name) ?? 'null');
  const replies = new Map();
  const began = performance.now();
  let user;
  let startedAt;
  const isHere = (person) => stored('cusp.my.user')?.id === person.id && !stored('cusp.left.my');
  const isFor = (person) => performance.now() - began < 60_000 && isHere(person);
  try {
    user = stored('cusp.my.user');
    if (user && !stored('cusp.left.my') && sessionStorage.getItem('cusp.support') === null) {
      startedAt = began;
      const check = fetch(session);
      replies.set(session, check);
      const known = check.then((reply) => (reply.ok ? reply.clone().json() : null));
      const size = Number(stored('cusp.my.cases-per-page'));
      const url = size ? list?.replace(/\\d+$/, size) : list;
      if (url && !['board', 'calendar'].includes(stored('cusp.my.cases-layout'))) {
        const reply = known.then((found) =>
          found?.user.id === user.id && !found.guest
            ? fetch(url, { headers: { authorization: 'Bearer ' + found.access } })
            : undefined,
        );
        replies.set(url, reply);
        const copy = reply.then((found) => (found?.ok ? found.clone().json() : undefined));
        const shown = known.then((found) => {
          const { unsecured, second_step_due, agreements } = found?.session ?? {};
          const hasMore = unsecured || second_step_due || agreements || found?.support || found?.user.settings.data_moving;
          return hasMore ? undefined : copy;
        });
        for (const each of [copy, shown]) each.catch(() => {});
        globalThis.earlyList = { sent: known.catch(() => {}), reply: shown, isForReader: () => isHere(user) };
      }
    }
  } catch {}
  for (const reply of replies.values()) reply.catch(() => {});
  globalThis.takeEarlyReply = (url) => {
    const reply = replies.get(url);
    replies.delete(url);
    try {
      return reply && isFor(user) ? reply.catch(() => undefined) : undefined;
    } catch {}
  };
  globalThis.takeEarlyStart = () => {
    const start = startedAt;
    startedAt = undefined;
    return start;
  };
}`;
