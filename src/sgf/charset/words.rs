//! Characters that Go records are full of.

use std::sync::LazyLock;

/// How much a character says for the charset that makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weight {
    /// A word of the game.
    Go,
    /// A frequent character of the language, or of names.
    Common,
    /// Any other.
    Other,
}

/// The words of the game, in the scripts it is recorded in.
const GO: &str = "段级級胜勝负負目子半中盘盤黑白棋围圍手数數局弈贴貼初先让讓超时時不计計死活劫征眼气氣厚势勢官打吃断斷长長连連\
    碁囲黒押白先番勝互先名人本因坊王座天元十段九二三四五六七八一战戰赛賽杯职業职业業余餘业野狐网網络絡决決冠军軍\
    바둑흑백불계승집반단급패승국기왕전배선수초읽결";

/// Frequent characters of Chinese in both scripts, of Japanese and Korean, and of names in them.
const COMMON: &str = "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种\
    事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知\
    全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通\
    教儿原东声提立及比员解水真论处走义各入几口认条平系题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件期市直德资命山金指\
    克许统区保至队形社便空治展马科司五基眼书非则听却界达光放强即像难且权思象完设式色路记南品住告类求据程北边张该交规万取拉格望觉术领共确传\
    师观清今切院识候带导争运笔棋步局白黑胜负赛杯决围战网络级段讲解著评布角星位定石侵消腹断接攻守势厚薄形味失误妙错缓急转换双单飞跳尖挡冲\
    王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范石廖贾夏韦付\
    邹孟熊秦邱江尹薛闫雷侯龙史陶黎贺顾毛郝龚邵钱严武戴莫孔汤柯洁古昊聂卫晓春越昱廷笑檀啸睿羊维杰耀烨洗河俊豪伟锋强军勇磊涛明超华建国志\
    刚辉鹏飞波宇浩轩博文斌辰阳毅昕廷子涵彬帅嘉玉红丽敏静秀英兰芳娟燕雪梅琴云霞泽鑫鸿祥福康宁永庆丰汉成仁义礼智信忠孝诚善\
    这们来为国说时会发后过学对动还进经现开关问间长门见车东风电话语读书写听觉体样种类应该实际业务员总统区县乡镇号楼树叶华龙\
    這們來為國說會發後過學對動還進經現開關問間門見車東風電話語讀書寫聽覺體樣種類應該實際務員總統區縣鄉鎮號樓樹葉華龍沒將點與從並給個兩裡\
    張陳劉黃趙吳鄭許鄧馮蕭蘇盧蔣賈鐘譚陸範韓閻羅孫錢馬楊呂餘蕭謝顧龔嚴湯衛聶曉傑煒偉鋒勇濤超國剛輝鵬飛軒陽毅麗蘭雲霞澤鑫鴻寧慶豐漢\
    隊難權議題氣變實點單雙圖關認讓舊萬億選舉產舞臺灣師導領運錯緩轉換擋沖衝斷攻終結果佈評棄補邊雖獲廣場極準備續殺價值無論勢讚歡迎\
    日一国会人年大十二本中長出三同時政事自行社見月分議後前民生連五発間対上部東者党地合市業内相方四定今回新場金員九入選立開手米力学問高代\
    明実円関決子動京全目表戦経通外最言氏現理調体化田当八六約主題下首意法不来作性的要用制治度務強気小七成期公持野協取都和統以機平総加山思\
    家話世受区領多県続進正安設保改数記院女初北午指権心界支第産結百派点教報済書府活原先共得解名交資予川向際査勝面委告軍文反元重近千考判認\
    画海参売利組知案道信策集在件団別物側任引使求所次水半品昨論計死官増係感特情投示変打男基私各始島直両朝革価式確村提運終挙果西勢減台広容\
    必応演電歳住争談能無再位置企真流格有疑口過局少放税検藤町常校料沢裁状工建語球営空職証土与急止送援供可役構木割聞身費付施切由説転食比難\
    井伊佐木々村田中川藤本山小林加吉岡松石橋清森池阿部長谷斎坂高橋渡辺依紀光張栩治勲趙羽根結城聡秀行敏元裕太聖郎\
    이다의에는가을를은도한고하지로사기서자어리나인대시아그라있수정보해일부전게여만과것들었주상않없면성며선적원신니조장계용국경연동우으\
    던했문저무진말개제학생화마소구분안간방공되모때비관세오양중내바당위통심실점결김박최강윤임송유홍황권림훈현희석준호영민철규재형창욱환태철균";

/// One bit for each character of the basic plane.
fn bits(text: &str) -> Vec<u64> {
    let mut bits = vec![0u64; 1024];
    for c in text.chars() {
        if let Some(word) = bits.get_mut(c as usize / 64) {
            *word |= 1 << (c as usize % 64);
        }
    }
    bits
}

static GO_BITS: LazyLock<Vec<u64>> = LazyLock::new(|| bits(GO));
static COMMON_BITS: LazyLock<Vec<u64>> = LazyLock::new(|| bits(COMMON));

/// How much a character says.
pub(super) fn weight(c: char) -> Weight {
    let has = |bits: &[u64]| bits.get(c as usize / 64).is_some_and(|word| word >> (c as usize % 64) & 1 == 1);
    if has(&GO_BITS) {
        Weight::Go
    } else if has(&COMMON_BITS) {
        Weight::Common
    } else {
        Weight::Other
    }
}
