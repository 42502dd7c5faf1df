/**
 * Inserts the contents of `#code` into the page after its first paint, which starts that code; immediately in a page
 * that is or becomes hidden, because it is not painted.
 */
export const AFTER_PAINT = `{
  const { content } = document.getElementById('code');
  const start = () => {
    document.head.append(document.importNode(content, true));
    content.replaceChildren();
  };
  addEventListener('visibilitychange', start, { once: true });
  if (document.hidden) start();
  else requestAnimationFrame(() => setTimeout(start));
}`;
