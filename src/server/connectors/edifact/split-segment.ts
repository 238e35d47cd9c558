import type { Segment } from './segments.ts';
import type { ServiceString } from './service-string.ts';

type Split = Pick<Segment, 'tag' | 'elements' | 'repeats'>;

/** Elements of one segment are never more than this; no honest segment has a hundred. */
const MAX_PARTS = 4_000;
const noRepeats: Segment['repeats'] = [];

/** Most segments have nothing released and no line end inside: cutting them is quick. */
function splitPlain(text: string, element: string, component: string): Split {
  const parts = text.split(element, MAX_PARTS);
  const head = parts[0] ?? '';
  const tag = head.length === 3 ? head : (head.split(component, 1)[0] ?? '').trim();
  const elements: string[][] = [];
  for (let index = 1; index < parts.length; index += 1) elements.push((parts[index] ?? '').split(component));
  return { tag: tag.toUpperCase(), elements, repeats: noRepeats };
}

/** Cuts character by character: release characters are taken off, line ends and other control characters left out. */
function splitCarefully(
  text: string,
  separators: Record<'element' | 'component' | 'release' | 'repetition', string>,
): Split {
  const { element, component, release, repetition } = separators;
  let components = [''];
  const elements: string[][] = [components];
  const repeats: { element: number; components: string[] }[] = [];
  let current = '';
  let parts = 0;
  const close = (): void => {
    components[components.length - 1] = current;
    current = '';
    parts += 1;
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === release && release !== '') {
      at += 1;
      while (text[at] === '\n' || text[at] === '\r') at += 1;
      current += text[at] ?? '';
    } else if (parts < MAX_PARTS && char === element) {
      close();
      elements.push((components = ['']));
    } else if (parts < MAX_PARTS && char === component) {
      close();
      components.push('');
    } else if (parts < MAX_PARTS && repetition !== '' && char === repetition && elements.length > 1) {
      close();
      repeats.push({ element: elements.length - 2, components: (components = ['']) });
    } else if (char >= ' ') current += char;
  }
  close();
  return { tag: (elements[0]?.[0] ?? '').trim().toUpperCase(), elements: elements.slice(1), repeats };
}

/** Cuts the text of one segment; `isPlain` when it has no release and no control character. */
export function splitSegment(text: string, service: ServiceString, isPlain: boolean): Split {
  const char = (byte: number | null): string => (byte === null ? '' : String.fromCharCode(byte));
  const element = char(service.element);
  const component = char(service.component);
  if (isPlain && service.repetition === null) return splitPlain(text, element, component);
  return splitCarefully(text, {
    element,
    component,
    release: char(service.release),
    repetition: char(service.repetition),
  });
}
