// The legacy build also runs in browsers of the last years; the other one needs the newest.
import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  ResponseException,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import rendererUrl from 'pdfjs-dist/legacy/build/pdf.renderer.min.mjs?url';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { EventBus, PDFViewer } from 'pdfjs-dist/legacy/web/pdf_viewer.mjs';

GlobalWorkerOptions.workerSrc = workerUrl;
GlobalWorkerOptions.rendererSrc = rendererUrl;

/** Draws forms and stamps, but nothing in a document is clickable or editable. */
const DRAW_ANNOTATIONS = 1;
const DATA = `/assets/pdfjs-${version}`;
/** Mobile browsers fail on larger canvases. */
const MAX_PIXELS = 2 ** 24;
const [SMALLEST, LARGEST] = [0.25, 6];

/** Replaces the viewer's own texts, because the page has its own in its language. */
const SILENT = {
  getLanguage: () => '',
  getDirection: () => 'ltr',
  get: async () => '',
  translate: async () => {},
  translateOnce: async () => {},
  pause: () => {},
  resume: () => {},
  destroy: async () => {},
};

/** `gone`: the object of the document was deleted, or is not shared with the reader any more. */
export type PdfFailure = 'damaged' | 'password' | 'unreachable' | 'gone';

interface PdfWatcher {
  progress(share: number): void;
  opened(pages: number): void;
  failed(reason: PdfFailure): void;
  /** The page in view, from 1. */
  page(number: number): void;
  /** The zoom level; 1 is 100 %. */
  scale(scale: number): void;
}

/** An open document with its controls. Closing frees its memory. */
export interface PdfView {
  goTo(page: number): void;
  zoom(by: number, around?: { x: number; y: number }): void;
  fit(): void;
  close(): void;
}

/** Shows the PDF at a URL in `container`, a scrolling element with one empty child. */
export function openPdf(container: HTMLDivElement, url: string, watcher: PdfWatcher): PdfView {
  const eventBus = new EventBus();
  const ended = new AbortController();
  const viewer = new PDFViewer({
    container,
    eventBus,
    l10n: SILENT as never,
    annotationMode: DRAW_ANNOTATIONS,
    removePageBorders: true,
    maxCanvasPixels: MAX_PIXELS,
    enableAutoLinking: false,
    abortSignal: ended.signal,
  } as ConstructorParameters<typeof PDFViewer>[0]);
  const onceShown = () => {
    viewer.currentScaleValue = 'page-width';
    watcher.opened(viewer.pagesCount);
  };
  eventBus.on('pagesinit', onceShown);
  eventBus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => watcher.page(pageNumber));
  eventBus.on('scalechanging', ({ scale }: { scale: number }) => watcher.scale(scale));

  // Loads the whole file, because each range request would be a separate view in the audit log.
  const loading = getDocument({
    url,
    disableRange: true,
    disableAutoFetch: true,
    enableXfa: false,
    cMapUrl: `${DATA}/cmaps/`,
    standardFontDataUrl: `${DATA}/standard_fonts/`,
    wasmUrl: `${DATA}/wasm/`,
    iccUrl: `${DATA}/iccs/`,
  });
  loading.onProgress = ({ loaded, total }: { loaded: number; total: number }) =>
    watcher.progress(total > 0 ? Math.min(1, loaded / total) : 0);
  const fail = (reason: PdfFailure) => {
    if (!ended.signal.aborted) watcher.failed(reason);
  };
  const show = async (document: PDFDocumentProxy) => {
    // Without a first page the viewer would wait forever.
    await document.getPage(1);
    if (!ended.signal.aborted) viewer.setDocument(document);
  };
  loading.promise.then(
    (document) => show(document).catch(() => fail('damaged')),
    (error: unknown) => fail(failureOf(error)),
  );

  const zoom: PdfView['zoom'] = (by, around) => {
    const wished = Math.min(LARGEST, Math.max(SMALLEST, viewer.currentScale * by));
    const origin = around ? [around.x, around.y] : undefined;
    viewer.updateScale({ scaleFactor: wished / viewer.currentScale, drawingDelay: 300, origin } as never);
  };
  return {
    goTo: (page) => {
      viewer.currentPageNumber = Math.min(viewer.pagesCount, Math.max(1, page));
    },
    zoom,
    fit: () => {
      viewer.currentScaleValue = 'page-width';
    },
    close: () => {
      ended.abort();
      viewer.setDocument(null as never);
      viewer.cleanup();
      void loading.destroy();
    },
  };
}

function failureOf(error: unknown): PdfFailure {
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') return 'password';
  if (error instanceof ResponseException && error.status === 404) return 'gone';
  return name === 'ResponseException' || name === 'UnknownErrorException' ? 'unreachable' : 'damaged';
}
