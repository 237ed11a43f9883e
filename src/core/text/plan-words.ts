/** Tells whether work shares a word with the title of its subtask, whatever the form of the word. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(','))
/** Say nothing of what a subtask is about. */
const EMPTY = words(
  'add,added,adds,adding,all,also,and,any,are,been,before,after,but,can,cannot,case,cases,change,changes,check,checks,class,code,correct,correctly,could,create,creates,does,each,else,ensure,feature,file,fix,fixes,for,from,function,get,gets,handle,handles,has,have,implement,implements,into,its,make,makes,may,method,module,more,must,needs,new,not,one,only,other,part,provide,provides,return,returned,returns,set,sets,shall,should,some,step,subtask,such,support,supports,task,test,tested,tests,than,that,the,their,them,then,there,these,they,this,those,through,two,update,updates,use,used,uses,using,via,was,were,what,when,where,which,will,with,within,without,work,works,write',
)
/** Say that a title is in another language than names of code usually are. */
const FOREIGN =
  /\b(?:der|die|das|und|wird|werden|ein|eine|einen|ist|nicht|mit|bei|oder|le|la|les|des|une|est|et|avec|pour|dans|sur|el|los|las|del|una|por|para|con|que|il|lo|gli|di|della|per|het|een|voor|niet|och|att|som|og|ikke)\b/
/** Words of languages and of their tests. */
const OF_CODE = words(
  'assert,async,await,bool,catch,const,constructor,def,default,describe,echo,else,equal,equals,err,error,expect,export,exports,extends,false,final,float,fmt,func,function,import,int,interface,let,main,mod,module,namespace,nil,node,none,null,number,object,package,pass,private,public,pytest,raise,require,self,spec,src,static,str,strict,string,struct,super,suite,this,throw,throws,true,try,type,undefined,value,values,var,void',
)
/** The fewest words by which a title is judged. */
const MIN_WORDS = 2
/** Letters of a beginning that two forms of a word share, and how many of the shorter one may differ. */
const MIN_SHARED = 4
const MAX_ENDING = 2
/** Letters of an ending behind a short word: `taxing`. */
const MAX_ENDING_OF_SHORT = 3

/** Returns false for a text in another language, as far as letters and common words tell it. */
export const mayBeEnglish = (text: string): boolean =>
  !/[^\p{ASCII}]/u.test(text.replace(/\P{L}/gu, '')) && !FOREIGN.test(text.toLowerCase())

/** @returns the words that say what the subtask is about; none for a title that is too short, or in another language */
export function getTitleWords(title: string): readonly string[] {
  if (!mayBeEnglish(title)) return []
  const own = [...getWords(title)].filter((word) => !EMPTY.has(word))
  return own.length < MIN_WORDS ? [] : own
}

/** Splits names and sentences into words of at least three letters, in lower case. */
export function getWords(text: string): ReadonlySet<string> {
  const split = text.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
  return new Set(split.toLowerCase().match(/[a-z]{3,}/g))
}

/** @param titleWords of `getTitleWords` @param known words of the work */
export function sharesWord(titleWords: readonly string[], known: Iterable<string>): boolean {
  for (const word of known)
    if (!OF_CODE.has(word) && !EMPTY.has(word) && titleWords.some((own) => isSameWord(own, word))) return true
  return false
}

function isSameWord(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (short.length < MIN_SHARED) return long.startsWith(short) && long.length - short.length <= MAX_ENDING_OF_SHORT
  let shared = 0
  while (shared < short.length && short[shared] === long[shared]) shared += 1
  return (shared >= MIN_SHARED && shared >= short.length - MAX_ENDING) || long.includes(short)
}
