// Abbreviations as in newspapers, without their full stop: English ones, and usual ones of German, Spanish and Vietnamese. Case-sensitive.

/** Followed by a name or a number, so they never end a sentence. */
export const BEFORE_NAMES: ReadonlySet<string> = words(
  'Mr Mrs Ms Messrs Dr Prof Rev Fr Hon Gen Col Maj Capt Cpt Lt Sgt Cpl Pvt Adm Cmdr Brig Gov Sen Rep Pres Supt Insp St Ste Mt Ft',
  'Sr Sra Srta Mme Mlle Mgr Msgr Amb Atty Vol vol Vols Fig fig Figs figs Eq eq Sec sec Ch ch pp vs v cf ca approx viz',
  'vgl Vgl gegr geb verh sog bzgl Dra Drs Avda Av EE aprox Tr TP Tp ThS PGS',
);

/** May end a sentence. */
export const ANYWHERE: ReadonlySet<string> = words(
  'Inc Corp Co Cos Ltd Bros Assn Dept Univ Inst Ave Blvd Rd Hwy Jr Esq Ph.D etc al est dept univ',
  'Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Mon Tue Tues Wed Thu Thur Thurs Fri',
  'Ala Ariz Ark Calif Colo Conn Del Fla Ga Ill Ind Kan Ky La Md Mich Minn Miss Mo Mont Neb Nev Okla Ore Pa Penn Tenn Tex Va Vt Wash Wis Wyo',
);

/** Abbreviations only if a number follows: No. 1, p. 5, Art. 3, c. 1640, fl. 1500. */
export const BEFORE_NUMBERS: ReadonlySet<string> = words(
  'No Nos no nos p Art art Nr nr c b d fl inv cat',
  'Abb Bd Kap Tab pág págs cap núm tr',
);

/** German words before which a number with a full stop is an ordinal: 3. Mai, 19. Jahrhundert. Others begin in lower case. */
export const AFTER_ORDINALS =
  /^(?:J[aä]n(?:uar|ner)?|Feb(?:ruar|er)?|März|Apr(?:il)?|Mai|Jun[io]?|Jul[i]?|Aug(?:ust)?|Sept?(?:ember)?|Okt(?:ober)?|Nov(?:ember)?|Dez(?:ember)?|Jahrhunderts?|Jahrtausends?|Jh|Quartals?|Weltkriegs?|Jahrestag(?:e?s)?|Geburtstag(?:e?s)?)(?![\p{L}])/u;

/** After an abbreviation that may end a sentence, one of these capitalized words starts a new one. */
export const SENTENCE_STARTERS: ReadonlySet<string> = words(
  'The A An This That These Those There Here It He She They We I You His Her Its Their Our My Your What When Where Who Why How Which',
  'In On At By For From With Without After Before During Since Under Over As If But And Or So Yet Because Although Though While Until',
  'However Meanwhile Moreover Nevertheless Also Then Now Later Earlier Still Some Many Most All Both Each Every No Not One Two Three',
  'Last Next According Is Are Was Were Do Does Did Can Could Would Should Has Have Had',
);

function words(...lines: string[]): Set<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}
