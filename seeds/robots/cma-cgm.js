// CMA CGM. The form of the tracking page is sent with its token; the answer carries its data within the code of the page.
const field = (name) => `SearchViewModel.${name}`;
return collectPages(async ({ subject, subjectNo }) => {
  const page = await ask('/ebusiness/tracking', { expects: field('Reference') });
  const forms = page.forms();
  const place = forms.findIndex(({ fields }) => Object.keys(fields).includes(field('Reference')));
  if (place < 0) robot.fail('no_form', 'the page has no form for a reference');
  const found = await page.submit(place, {
    [field('SearchBy')]: subject === 'bill' ? 'BL' : 'Container',
    [field('Reference')]: subjectNo,
    [field('FromHome')]: 'true',
  });
  const data = /options\.responseData\s*=\s*'((?:[^'\\]|\\[\s\S])*)'/.exec(found.text)?.[1];
  return data === undefined ? htmlPage(found.text) : { contentType: 'json', body: literalText(data) };
});
