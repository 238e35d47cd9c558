// COSCO. Bills are asked for without COSU: with it the site says "No data", as it does for bills that it does not know.
const language = { headers: { language: 'en_US' } };
return collectPages(async ({ subject, subjectNo }) => {
  if (subject === 'container')
    return jsonPage(await askJson(`/ebtracking/public/containers/${encodeURIComponent(subjectNo)}`, language));
  const number = withoutPrefix(subjectNo, 'COSU');
  return jsonPage(await askJson(`/ebtracking/public/bill/${encodeURIComponent(number)}`, language));
});
