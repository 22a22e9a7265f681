// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
export const intentGuestAbi = [
  {
    "inputs": [
      {
        "internalType": "contract IntentWalletFactory",
        "name": "factory",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "wallet",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "entrypoint",
        "type": "address"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "constructor"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "needed",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "left",
        "type": "uint256"
      }
    ],
    "name": "NotEnoughGas",
    "type": "error"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "uint256",
        "name": "index",
        "type": "uint256"
      },
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "imageHash",
        "type": "bytes32"
      },
      {
        "indexed": false,
        "internalType": "bool",
        "name": "success",
        "type": "bool"
      },
      {
        "indexed": false,
        "internalType": "bytes",
        "name": "reason",
        "type": "bytes"
      }
    ],
    "name": "ElementDone",
    "type": "event"
  },
  {
    "inputs": [],
    "name": "ENTRYPOINT",
    "outputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "FACTORY",
    "outputs": [
      {
        "internalType": "contract IntentWalletFactory",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "GAS_RESERVE",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "WALLET",
    "outputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "owner",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "refundReceiver",
            "type": "address"
          },
          {
            "internalType": "uint64",
            "name": "refundAt",
            "type": "uint64"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes32[]",
            "name": "batches",
            "type": "bytes32[]"
          }
        ],
        "internalType": "struct Config",
        "name": "config",
        "type": "tuple"
      },
      {
        "components": [
          {
            "internalType": "address",
            "name": "to",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "value",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "data",
            "type": "bytes"
          },
          {
            "internalType": "uint256",
            "name": "gasLimit",
            "type": "uint256"
          },
          {
            "internalType": "bool",
            "name": "delegateCall",
            "type": "bool"
          },
          {
            "internalType": "bool",
            "name": "onlyFallback",
            "type": "bool"
          },
          {
            "internalType": "uint8",
            "name": "behaviorOnError",
            "type": "uint8"
          }
        ],
        "internalType": "struct Call[]",
        "name": "",
        "type": "tuple[]"
      },
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "name": "deployAndExecute",
    "outputs": [
      {
        "internalType": "address",
        "name": "wallet",
        "type": "address"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "owner",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "refundReceiver",
            "type": "address"
          },
          {
            "internalType": "uint64",
            "name": "refundAt",
            "type": "uint64"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes32[]",
            "name": "batches",
            "type": "bytes32[]"
          }
        ],
        "internalType": "struct Config",
        "name": "config",
        "type": "tuple"
      },
      {
        "internalType": "address[]",
        "name": "",
        "type": "address[]"
      }
    ],
    "name": "deployAndRefund",
    "outputs": [
      {
        "internalType": "address",
        "name": "wallet",
        "type": "address"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "imageHash",
        "type": "bytes32"
      },
      {
        "internalType": "bytes",
        "name": "deposit",
        "type": "bytes"
      },
      {
        "internalType": "bytes",
        "name": "execution",
        "type": "bytes"
      }
    ],
    "name": "depositAndExecute",
    "outputs": [
      {
        "internalType": "address",
        "name": "wallet",
        "type": "address"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "bytes32",
            "name": "imageHash",
            "type": "bytes32"
          },
          {
            "internalType": "uint256",
            "name": "gasLimit",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "deposit",
            "type": "bytes"
          },
          {
            "internalType": "bytes",
            "name": "execution",
            "type": "bytes"
          }
        ],
        "internalType": "struct Execution[]",
        "name": "executions",
        "type": "tuple[]"
      }
    ],
    "name": "executeMany",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "components": [
              {
                "internalType": "address",
                "name": "owner",
                "type": "address"
              },
              {
                "internalType": "address",
                "name": "refundReceiver",
                "type": "address"
              },
              {
                "internalType": "uint64",
                "name": "refundAt",
                "type": "uint64"
              },
              {
                "internalType": "uint256",
                "name": "salt",
                "type": "uint256"
              },
              {
                "internalType": "bytes32[]",
                "name": "batches",
                "type": "bytes32[]"
              }
            ],
            "internalType": "struct Config",
            "name": "config",
            "type": "tuple"
          },
          {
            "internalType": "address[]",
            "name": "tokens",
            "type": "address[]"
          },
          {
            "internalType": "uint256",
            "name": "gasLimit",
            "type": "uint256"
          }
        ],
        "internalType": "struct Refund[]",
        "name": "refunds",
        "type": "tuple[]"
      }
    ],
    "name": "refundMany",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  }
] as const

export const intentGuestBytecode =
  '0x60e060405234801561000f575f5ffd5b5060405161135738038061135783398101604081905261002e91610062565b6001600160a01b0392831660805290821660a0521660c0526100ac565b6001600160a01b038116811461005f575f5ffd5b50565b5f5f5f60608486031215610074575f5ffd5b835161007f8161004b565b60208501519093506100908161004b565b60408501519092506100a18161004b565b809150509250925092565b60805160a05160c05161125f6100f85f395f818161018501526103ff01525f818161010c01528181610504015261072b01525f818160e501528181610533015261075c015261125f5ff3fe608060405234801561000f575f5ffd5b506004361061009f575f3560e01c80639b84999f11610072578063dd018abf11610058578063dd018abf1461016d578063e8eb3cc614610180578063f53f3251146101a7575f5ffd5b80639b84999f14610143578063be880c8114610156575f5ffd5b806324d3ee0e146100a35780632dd31000146100e05780636d9cdbc614610107578063868ba5931461012e575b5f5ffd5b6100b66100b1366004610a92565b6101ba565b60405173ffffffffffffffffffffffffffffffffffffffff90911681526020015b60405180910390f35b6100b67f000000000000000000000000000000000000000000000000000000000000000081565b6100b67f000000000000000000000000000000000000000000000000000000000000000081565b61014161013c366004610afb565b6101f5565b005b610141610151366004610afb565b6102c3565b61015f61753081565b6040519081526020016100d7565b6100b661017b366004610b3a565b6103b2565b6100b67f000000000000000000000000000000000000000000000000000000000000000081565b6100b66101b5366004610bf2565b6103f1565b5f6101ed6101c7856105de565b7f8bc5a772000000000000000000000000000000000000000000000000000000006106ee565b949350505050565b5f5b818110156102be573683838381811061021257610212610c6b565b90506020028101906102249190610c98565b90505f3063f53f3251833561023c6040860186610cd4565b6102496060880188610cd4565b60405160240161025d959493929190610d7c565b604051602081830303815290604052915060e01b6020820180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff838183161783525050505090506102b483835f013584602001358461083b565b50506001016101f7565b505050565b5f5b818110156102be57368383838181106102e0576102e0610c6b565b90506020028101906102f29190610db4565b90505f306324d3ee0e6103058480610de6565b6103126020860186610e18565b60405160240161032493929190610f5a565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff1660e09390931b9290921790915291506103a890508361039d6103988580610de6565b6105de565b84604001358461083b565b50506001016102c5565b5f6103e56103bf876105de565b7feceb0430000000000000000000000000000000000000000000000000000000006106ee565b90505b95945050505050565b5f83156104c7575f5f61045a7f00000000000000000000000000000000000000000000000000000000000000005f89898080601f0160208091040260200160405190810160405280939291908181526020018383808284375f920191909152505050505a6109b3565b91509150811580156104b657507f2af71f10000000000000000000000000000000000000000000000000000000006104918261106c565b7fffffffff000000000000000000000000000000000000000000000000000000001614155b156104c4576104c4816109d7565b50505b6040517f32c02a1400000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000081166004830152602482018890527f000000000000000000000000000000000000000000000000000000000000000016906332c02a14906044016020604051808303815f875af1158015610579573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061059d91906110d8565b90506103e88184848080601f0160208091040260200160405190810160405280939291908181526020018383808284375f920191909152506109df92505050565b5f7fe50d9f55ccc78a4fdc5c9962b22328242903d3effdebbe138ed3eb3905ca355a61060d60208401846110fa565b61061d60408501602086016110fa565b61062d6060860160408701611115565b606086013561063f6080880188610e18565b60405160200161065092919061112e565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe081840301815282825280516020918201209083019790975273ffffffffffffffffffffffffffffffffffffffff9586169082015293909216606084015267ffffffffffffffff16608083015260a082015260c081019190915260e001604051602081830303815290604052805190602001209050919050565b6040517f32c02a1400000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000081166004830152602482018490525f917f0000000000000000000000000000000000000000000000000000000000000000909116906332c02a14906044016020604051808303815f875af11580156107a4573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906107c891906110d8565b90505f5f368080601f0160208091040260200160405190810160405280939291908181526020018383808284375f9201919091525050506020820180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff168617905250905061083482826109df565b5092915050565b5f617530603f61084c85604061119b565b61085691906111b8565b61086091906111f0565b9050805a1015610942575f7f9fa7298200000000000000000000000000000000000000000000000000000000825a60405160248101929092526044820152606401604051602081830303815290604052907bffffffffffffffffffffffffffffffffffffffffffffffffffffffff19166020820180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff8381831617835250505050905084867fa0515901dc789495ac53c23563d1499e979c688726cbecb59001f187db4fa9b55f84604051610933929190611203565b60405180910390a350506109ad565b5f5f610950305f86886109b3565b9150915085877fa0515901dc789495ac53c23563d1499e979c688726cbecb59001f187db4fa9b584856109835784610993565b60405180602001604052805f8152505b6040516109a1929190611203565b60405180910390a35050505b50505050565b5f60605f5f855160208701888a88f191506109cc6109ff565b905094509492505050565b805160208201fd5b5f5f6109ed845f855a6109b3565b91509150816109ad576109ad816109d7565b60606102003d81811115610a105750805b6040519250808352601f19601f8201166020840101604052805f602085013e505090565b5f60a08284031215610a44575f5ffd5b50919050565b5f5f83601f840112610a5a575f5ffd5b50813567ffffffffffffffff811115610a71575f5ffd5b6020830191508360208260051b8501011115610a8b575f5ffd5b9250929050565b5f5f5f60408486031215610aa4575f5ffd5b833567ffffffffffffffff811115610aba575f5ffd5b610ac686828701610a34565b935050602084013567ffffffffffffffff811115610ae2575f5ffd5b610aee86828701610a4a565b9497909650939450505050565b5f5f60208385031215610b0c575f5ffd5b823567ffffffffffffffff811115610b22575f5ffd5b610b2e85828601610a4a565b90969095509350505050565b5f5f5f5f5f60808688031215610b4e575f5ffd5b853567ffffffffffffffff811115610b64575f5ffd5b610b7088828901610a34565b955050602086013567ffffffffffffffff811115610b8c575f5ffd5b610b9888828901610a4a565b9699909850959660408101359660609091013595509350505050565b5f5f83601f840112610bc4575f5ffd5b50813567ffffffffffffffff811115610bdb575f5ffd5b602083019150836020828501011115610a8b575f5ffd5b5f5f5f5f5f60608688031215610c06575f5ffd5b85359450602086013567ffffffffffffffff811115610c23575f5ffd5b610c2f88828901610bb4565b909550935050604086013567ffffffffffffffff811115610c4e575f5ffd5b610c5a88828901610bb4565b969995985093965092949392505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b5f82357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff81833603018112610cca575f5ffd5b9190910192915050565b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1843603018112610d07575f5ffd5b83018035915067ffffffffffffffff821115610d21575f5ffd5b602001915036819003821315610a8b575f5ffd5b81835281816020850137505f602082840101525f60207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f840116840101905092915050565b858152606060208201525f610d95606083018688610d35565b8281036040840152610da8818587610d35565b98975050505050505050565b5f82357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa1833603018112610cca575f5ffd5b5f82357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff61833603018112610cca575f5ffd5b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1843603018112610e4b575f5ffd5b83018035915067ffffffffffffffff821115610e65575f5ffd5b6020019150600581901b3603821315610a8b575f5ffd5b73ffffffffffffffffffffffffffffffffffffffff81168114610e9d575f5ffd5b50565b803567ffffffffffffffff81168114610eb7575f5ffd5b919050565b8183525f7f07ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff831115610eec575f5ffd5b8260051b80836020870137939093016020019392505050565b8183526020830192505f815f5b84811015610f50578135610f2581610e7c565b73ffffffffffffffffffffffffffffffffffffffff1686526020958601959190910190600101610f12565b5093949350505050565b604081525f8435610f6a81610e7c565b73ffffffffffffffffffffffffffffffffffffffff1660408301526020850135610f9381610e7c565b73ffffffffffffffffffffffffffffffffffffffff16606083015267ffffffffffffffff610fc360408701610ea0565b16608083810191909152606086013560a0840152850135368690037fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe101811261100a575f5ffd5b850160208101903567ffffffffffffffff811115611026575f5ffd5b8060051b3603821315611037575f5ffd5b60a060c085015261104c60e085018284610ebc565b9150508281036020840152611062818587610f05565b9695505050505050565b805160208201517fffffffff000000000000000000000000000000000000000000000000000000008116919060048210156110d1577fffffffff00000000000000000000000000000000000000000000000000000000808360040360031b1b82161692505b5050919050565b5f602082840312156110e8575f5ffd5b81516110f381610e7c565b9392505050565b5f6020828403121561110a575f5ffd5b81356110f381610e7c565b5f60208284031215611125575f5ffd5b6110f382610ea0565b5f7f07ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff83111561115b575f5ffd5b8260051b80858437919091019392505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b80820281158282048414176111b2576111b261116e565b92915050565b5f826111eb577f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b500490565b808201808211156111b2576111b261116e565b8215158152604060208201525f82518060408401528060208501606085015e5f6060828501015260607fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f830116840101915050939250505056' as const
