/** Lets the browser's own viewer print a PDF of ours; where there is none, it opens for the reader to print. */
export function printPdf(url: string): void {
  if (!navigator.pdfViewerEnabled) {
    window.open(url, '_blank', 'noopener,noreferrer');
    return;
  }
  const frame = document.createElement('iframe');
  // Out of sight, but drawn: what is not displayed is not printed.
  Object.assign(frame.style, { position: 'fixed', insetInlineStart: '-10px', width: '1px', height: '1px' });
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.addEventListener('load', () => {
    frame.contentWindow?.print();
  });
  // The browser's dialog goes with the frame: it stays until something else is printed.
  for (const old of document.querySelectorAll('iframe[data-printing]')) old.remove();
  frame.dataset.printing = '';
  frame.src = url;
  document.body.append(frame);
}
