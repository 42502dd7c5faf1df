/**
 * Puts the contents of `#code` into the page once it was painted, which starts the code in it. In a page that is or becomes
 * hidden, which is not painted, at once.
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
