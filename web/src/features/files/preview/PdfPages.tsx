import { ActionIcon, Anchor, Loader, Progress, Text, Tooltip } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import {
  IconArrowAutofitWidth,
  IconChevronDown,
  IconChevronUp,
  IconPrinter,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PdfFailure, PdfView } from './pdf-view.ts';
import classes from './preview.module.css';
import { focusableRegion, type Previewed } from './previewed.ts';
import { usePinch } from './use-pinch.ts';

/** Prints a PDF of ours by the browser's own viewer; without one, opens it for printing by hand. */
function printPdf(url: string): void {
  if (!navigator.pdfViewerEnabled) {
    window.open(url, '_blank', 'noopener,noreferrer');
    return;
  }
  const frame = document.createElement('iframe');
  // Off screen but rendered, because an element with display: none is not printed.
  Object.assign(frame.style, { position: 'fixed', insetInlineStart: '-10px', width: '1px', height: '1px' });
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.addEventListener('load', () => {
    frame.contentWindow?.print();
  });
  // Removing the frame closes the browser's print dialog, so it stays until the next print.
  for (const old of document.querySelectorAll('iframe[data-printing]')) old.remove();
  frame.dataset.printing = '';
  frame.src = url;
  document.body.append(frame);
}

type State =
  | { is: 'coming'; share: number }
  | { is: 'open' }
  | { is: 'failed'; reason: PdfFailure | 'viewer' };

/** The pages of a PDF with a toolbar; for a PDF that cannot be shown, the reason and, unless it is gone, a download. */
export function PdfPages({ file, onGone }: { file: Previewed; onGone(): void }) {
  const { t } = useTranslation('files');
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<PdfView | null>(null);
  const [state, setState] = useState<State>({ is: 'coming', share: 0 });
  const [pages, setPages] = useState({ at: 1, of: 0 });
  const [scale, setScale] = useState(1);

  const gone = useEffectEvent(onGone);
  useEffect(() => {
    let isGone = false;
    const show = async () => {
      const { openPdf } = await import('./pdf-view.ts');
      if (isGone || !container.current) return;
      view.current = openPdf(container.current, file.url, {
        progress: (share) => setState((now) => (now.is === 'coming' ? { is: 'coming', share } : now)),
        opened: (count) => {
          setPages({ at: 1, of: count });
          setState({ is: 'open' });
        },
        failed: (reason) => {
          setState({ is: 'failed', reason });
          if (reason === 'gone') gone();
        },
        page: (at) => setPages((now) => ({ ...now, at })),
        scale: setScale,
      });
    };
    // The viewer can also fail to start, in a browser that is too old.
    show().catch(() => {
      if (!isGone) setState({ is: 'failed', reason: 'viewer' });
    });
    return () => {
      isGone = true;
      view.current?.close();
      view.current = null;
    };
  }, [file.url]);

  usePinch(
    container,
    useCallback((by, around) => view.current?.zoom(by, around), []),
  );
  useWindowEvent('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') view.current?.zoom(1.2);
    else if (event.key === '-') view.current?.zoom(1 / 1.2);
    else if (event.key === '0') view.current?.fit();
    else return;
    event.preventDefault();
  });

  if (state.is === 'failed') return <NotShown file={file} reason={state.reason} />;
  const isOpen = state.is === 'open';
  const { tabUrl } = file;
  return (
    <div className={classes.pdf}>
      <div className={classes.toolbar}>
        <Tool
          label={t('pdf.previousPage')}
          disabled={!isOpen || pages.at <= 1}
          onClick={() => view.current?.goTo(pages.at - 1)}
        >
          <IconChevronUp size={18} stroke={1.6} />
        </Tool>
        <Tool
          label={t('pdf.nextPage')}
          disabled={!isOpen || pages.at >= pages.of}
          onClick={() => view.current?.goTo(pages.at + 1)}
        >
          <IconChevronDown size={18} stroke={1.6} />
        </Tool>
        <span className={classes.figures} aria-live="polite">
          {isOpen && t('pdf.pageOf', { page: pages.at, total: pages.of })}
        </span>
        <span className={classes.space} />
        <Tool label={t('pdf.smaller')} disabled={!isOpen} onClick={() => view.current?.zoom(1 / 1.2)}>
          <IconZoomOut size={18} stroke={1.6} />
        </Tool>
        <span className={classes.figures}>{isOpen && `${Math.round(scale * 100)} %`}</span>
        <Tool label={t('pdf.larger')} disabled={!isOpen} onClick={() => view.current?.zoom(1.2)}>
          <IconZoomIn size={18} stroke={1.6} />
        </Tool>
        <Tool label={t('pdf.fitWidth')} disabled={!isOpen} onClick={() => view.current?.fit()}>
          <IconArrowAutofitWidth size={18} stroke={1.6} />
        </Tool>
        {tabUrl && (
          <Tool label={t('pdf.print')} disabled={!isOpen} onClick={() => printPdf(tabUrl)}>
            <IconPrinter size={18} stroke={1.6} />
          </Tool>
        )}
      </div>
      <div className={classes.stage}>
        <div ref={container} className={classes.scroll} {...focusableRegion(file.name)}>
          <div className="pdfViewer" />
        </div>
        {state.is === 'coming' && (
          <div className={classes.coming}>
            {state.share > 0 ? (
              <Progress w={200} value={state.share * 100} aria-label={t('pdf.coming')} />
            ) : (
              <Loader size="sm" />
            )}
          </div>
        )}
      </div>
    </div>
  );
}

function NotShown({ file, reason }: { file: Previewed; reason: PdfFailure | 'viewer' }) {
  const { t } = useTranslation('files');
  return (
    <div className={classes.notShown} role="alert">
      <Text>{reason === 'viewer' ? t('noPdfViewer') : t(`pdf.${reason}`)}</Text>
      {file.saveUrl && reason !== 'gone' && (
        <Anchor href={file.saveUrl} download>
          {t('downloadFile', { name: file.name })}
        </Anchor>
      )}
      {file.onSave && (
        <Anchor component="button" type="button" onClick={file.onSave}>
          {t('downloadFile', { name: file.name })}
        </Anchor>
      )}
    </div>
  );
}

interface ToolProps {
  label: string;
  disabled: boolean;
  onClick(): void;
  children: ReactNode;
}

function Tool({ label, ...button }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} {...button} />
    </Tooltip>
  );
}
