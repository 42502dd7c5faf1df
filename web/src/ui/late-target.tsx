import { Select, type SelectProps } from '@mantine/core';
import { assignRef, useMergedRef } from '@mantine/hooks';
import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  type Ref,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/**
 * A reference for the element that opens a Mantine popover: `own` has it from the beginning, `late`, which the popover
 * asks for, once the popover is first opened. Mantine sets state whenever that reference is attached or detached, and a
 * state that is set during a commit makes React run all effects of the commit in the same task: opening another case
 * removes several popovers.
 */
function useLateRef<T>(own: Ref<T> | undefined, late: Ref<T> | undefined, isOpen: boolean) {
  const element = useRef<T>(null);
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  useLayoutEffect(() => {
    if (!wasOpened || !late) return;
    const detach = assignRef(late, element.current);
    return () => {
      if (detach) detach();
      else assignRef(late, null);
    };
  }, [wasOpened, late]);
  return useMergedRef(own ?? null, element);
}

type OpenerProps = Record<string, unknown> & { ref?: Ref<HTMLElement> | undefined };

interface LateTargetProps extends Pick<ComponentProps<'button'>, 'aria-expanded' | 'className'> {
  ref?: Ref<HTMLElement>;
  /** Whether the popover is open, where Mantine does not say so by `aria-expanded`. */
  isOpen?: boolean;
  /** The element that opens the popover. */
  children: ReactElement<OpenerProps>;
}

/** The child of Mantine's targets, around the element that opens the popover. */
export function LateTarget({ ref, isOpen, className, children, ...props }: LateTargetProps) {
  const own = children.props;
  return cloneElement(children, {
    ...props,
    ...callingBoth(own, props),
    className: [own.className, className].filter(Boolean).join(' '),
    ref: useLateRef(own.ref, ref, isOpen ?? props['aria-expanded'] === true),
  });
}

type Handler = (...given: unknown[]) => void;

/** The handlers that both have, those of `first` called first. */
function callingBoth(first: Record<string, unknown>, second: object): Record<string, Handler> {
  const both: Record<string, Handler> = {};
  for (const [name, then] of Object.entries(second)) {
    const before = first[name];
    if (!/^on[A-Z]/.test(name) || typeof before !== 'function' || typeof then !== 'function') continue;
    both[name] = (...given) => {
      before(...given);
      then(...given);
    };
  }
  return both;
}

type LateInputProps = ComponentProps<'input'> & {
  'data-expanded'?: boolean;
  ownRef?: Ref<HTMLInputElement> | undefined;
};

function LateInput({ ref, ownRef, ...props }: LateInputProps) {
  return <input {...props} ref={useLateRef(ownRef, ref, props['data-expanded'] === true)} />;
}

/** A `Select` whose list is created, and gets its target, when it is first opened. */
export function LateSelect({ comboboxProps, ref, ...props }: SelectProps) {
  // Not among the props of `Select`, which passes them on to its field.
  const field = { component: LateInput, ownRef: ref };
  return <Select comboboxProps={{ keepMounted: false, ...comboboxProps }} {...props} {...field} />;
}
